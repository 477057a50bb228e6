import { z } from 'zod';
import { type ProblemError, problem } from '../problem/index.ts';
import type { GetAnswer } from './ports.ts';

/** The API with a key. */
export interface ManagementApi {
  /** Asks for a path below the address. Throws `ApiRefusal` if the API answers with an error. */
  ask<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /** All pages of a list. */
  pages<Schema extends z.ZodType<Page>>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: Schema,
  ): AsyncGenerator<z.output<Schema>>;
}

/** An error that the API answers with, about one resource. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = status;
  }
}

/** The fields that every page of a list has. The API has two names for the cursor. */
export const page = z.looseObject({
  pagination: z.looseObject({ cursor: z.string().optional(), next: z.string().optional() }).optional(),
});
type Page = z.output<typeof page>;

/** @param base the address, with a slash at the end */
export function managementApi(base: URL, key: string, get: GetAnswer): ManagementApi {
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` };
  let hasAnswered = false;
  const ask: ManagementApi['ask'] = async (path, schema) => {
    const { status, text } = await get(new URL(path, base), headers).catch((error: unknown) => {
      throw unreachable(base, error);
    });
    const answer = parsedJson(text);
    if (status === 401)
      throw apiProblem(
        base,
        'it refuses the key (401)',
        'set TIDEMARK_API_KEY to a key that is valid; revoked keys are refused too',
      );
    const { message } = (answer ?? {}) as { readonly message?: unknown };
    // Reasons are written into files, and some proxies answer with the request that they refuse.
    if (status !== 200 && typeof message === 'string')
      throw new ApiRefusal(status, `${status}: ${message.replaceAll(key, '…')}`);
    const checked = schema.safeParse(answer);
    if (status === 200 && checked.success) {
      hasAnswered = true;
      return checked.data;
    }
    const found = `/${path.split('?')[0]} is answered with ${status}, and not as a management API answers`;
    if (hasAnswered) throw new ApiRefusal(status, found);
    throw apiProblem(base, found, 'give its address with its path, such as http://127.0.0.1:4010/api/v2');
  };
  return {
    ask,
    async *pages(path, query, schema) {
      let cursor: string | undefined;
      do {
        const parameters = `${new URLSearchParams(cursor === undefined ? query : { ...query, cursor })}`;
        const answer = await ask(parameters === '' ? path : `${path}?${parameters}`, schema);
        yield answer;
        const next: string | undefined = answer.pagination?.next ?? answer.pagination?.cursor;
        // A server that repeats a cursor would be asked for ever.
        cursor = next === cursor || isEmpty(answer) ? undefined : next;
      } while (cursor !== undefined);
    },
  };
}

/** The last page of some lists has a cursor too, and the page after it is empty. */
function isEmpty(answer: Page): boolean {
  return Object.values(answer).every((part) => !Array.isArray(part) || part.length === 0);
}

function unreachable(base: URL, error: unknown): unknown {
  if (!(error instanceof Error) || !(error instanceof TypeError || error.name === 'TimeoutError'))
    return error;
  const { code, message } = (error.cause ?? error) as { readonly code?: string; readonly message: string };
  return apiProblem(
    base,
    `it does not answer (${code ?? message})`,
    'check the address, and that the service runs',
  );
}

function apiProblem({ href }: URL, found: string, remedy: string): ProblemError {
  return problem({ file: href.replace(/\/$/, ''), field: '--api-url' }, found, remedy);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
