import type { z } from 'zod';
import { ApiError } from '../api-error.ts';
import type { ApiRoute } from './route.ts';

/** Far more than any call needs. */
const LONGEST_BODY_BYTES = 1 << 20;

/** Reads and checks the query of a request. A route without a query schema accepts no parameters. */
export function readQuery(route: ApiRoute, request: Request): unknown {
  const given = new Map<string, string | string[]>();
  const at = request.url.indexOf('?');
  if (at >= 0) {
    const parameters = new URLSearchParams(request.url.slice(at + 1));
    for (const name of new Set(parameters.keys())) {
      const values = parameters.getAll(name);
      given.set(name, values.length === 1 ? (values[0] as string) : values);
    }
  }
  if (route.query === null) {
    const [name] = given.keys();
    if (name !== undefined)
      throw new ApiError(422, 'INVALID_REQUEST', `query: this call has no parameter ${name}`);
    return undefined;
  }
  return checkedInput(route.query, Object.fromEntries(given), 'query');
}

/** Reads and checks the body of a request; undefined if it is empty and the route can do without. */
export async function readBody(route: ApiRoute, request: Request): Promise<unknown> {
  // GET has no body, and looking for one would take as long as the answer.
  if (route.method === 'GET') return undefined;
  const text = await readBodyText(request);
  if (route.body === null) return undefined;
  if (text === '') {
    if (route.needsBody) throw new ApiError(400, 'BAD_REQUEST', 'the body is missing; send a JSON object');
    return undefined;
  }
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      `the body has ${type === '' ? 'no content type' : `the content type ${type}`}; send Content-Type: application/json`,
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ApiError(
      400,
      'BAD_REQUEST',
      `the body is not JSON: ${error instanceof Error ? error.message.slice(0, 120) : ''}`,
    );
  }
  refuseUnstorable(parsed);
  return checkedInput(route.body, parsed, '');
}

/** Refuses a body that the store cannot write. A failed write would end the service. */
export function refuseUnstorable(body: unknown): void {
  if (isStorable(body, DEEPEST)) return;
  throw new ApiError(
    422,
    'INVALID_REQUEST',
    `the body is nested more than ${DEEPEST} deep, or has text with a NUL or half a character, which the store cannot save`,
  );
}

/** Far more levels than any call needs. Code that walks a body recurses once a level. */
const DEEPEST = 32;

function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !/\0|\p{Cs}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([key, part]) => isStorable(key, 0) && isStorable(part, levels - 1));
}

/** The bearer token in an Authorization header; null if the header has another form. */
export function bearerOf(header: string): string | null {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
}

export async function readBodyText(request: Request, longestBytes = LONGEST_BODY_BYTES): Promise<string> {
  if (request.body === null) return '';
  const tooLarge = () =>
    new ApiError(413, 'PAYLOAD_TOO_LARGE', `the body is larger than ${longestBytes / 1024} KiB`);
  if (Number(request.headers.get('content-length') ?? 0) > longestBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of received(request.body as unknown as AsyncIterable<Uint8Array>)) {
    length += part.byteLength;
    if (length > longestBytes) throw tooLarge();
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      parts.length === 1 ? parts[0] : Buffer.concat(parts),
    );
  } catch {
    throw new ApiError(400, 'BAD_REQUEST', 'the body is not text in UTF-8');
  }
}

/** A sender that goes away while it sends its body gets 400: the service did nothing wrong. */
async function* received(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new ApiError(400, 'BAD_REQUEST', 'the body broke off before its end');
  }
}

export function checkedInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const findings = result.error.issues.slice(0, 3).map(({ path, message }) => {
    const where = [place, ...path].filter((part) => part !== '').join('.');
    const words = message.replace(', received undefined', ', found nothing');
    return where === '' ? words : `${where}: ${words}`;
  });
  throw new ApiError(422, 'INVALID_REQUEST', findings.join('; '));
}
