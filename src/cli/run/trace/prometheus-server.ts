import { problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { AnswerTooLong } from '../../terminal/web.ts';

/** A Prometheus server to query. */
interface PrometheusServer {
  /** The address to show in notes and problems. */
  readonly name: string;
  /**
   * Requests a path below the address and returns the parsed answer.
   * @param query the query to show in problems
   */
  ask(path: string, query: string): Promise<unknown>;
}

export function prometheusAt(
  base: URL,
  timeoutMs: number,
  { web, environment }: Pick<Terminal, 'web' | 'environment'>,
): PrometheusServer {
  const name = base.href.replace(/\/$/, '');
  const headers = { accept: 'application/json', ...authorization(environment) };
  return {
    name,
    async ask(path, query) {
      const { status, text } = await web
        .get(new URL(path, base), headers, timeoutMs)
        .catch((error: unknown) => {
          throw noAnswer(name, error, timeoutMs);
        });
      const answer = parsed(text);
      if (status === 200 && answer !== null) return answer;
      throw refused(name, status, answer, query);
    },
  };
}

/**
 * The address of a server, with a slash at the end and without its query.
 *
 * @param field the flag or argument that gives the address
 */
export function prometheusAddress(field: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw problem(
      { field },
      // The message leaves the text out, because it may hold a password.
      'it is not the address of a server',
      'write it as http://prometheus:9090',
    );
  if (url.username !== '' || url.password !== '')
    throw problem(
      { field },
      'it has a user or a password in it, which others can see',
      'set TIDEMARK_PROMETHEUS_USER and TIDEMARK_PROMETHEUS_PASSWORD instead',
    );
  url.search = '';
  url.hash = '';
  // The address may be copied from a page of the server, and may have a path prefix.
  url.pathname = `${url.pathname.replace(/\/(?:graph|query|api\/v1.*)?$/, '')}/`;
  return url;
}

function authorization(environment: Terminal['environment']): { authorization?: string } {
  const token = environment('TIDEMARK_PROMETHEUS_TOKEN') ?? '';
  if (token !== '') return { authorization: `Bearer ${headerText('TIDEMARK_PROMETHEUS_TOKEN', token)}` };
  const user = environment('TIDEMARK_PROMETHEUS_USER') ?? '';
  if (user === '') return {};
  const password = environment('TIDEMARK_PROMETHEUS_PASSWORD') ?? '';
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** The error of the runtime would show the secret. */
function headerText(variable: string, text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw problem({ field: variable }, 'it has blanks or other characters that no token has', 'set it again');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function noAnswer(name: string, error: unknown, timeoutMs: number) {
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  if ((error as Error).name === 'TimeoutError')
    return problem(
      { file: name },
      `it has not answered within ${timeoutMs / 1000} s`,
      'ask for less at once with a longer --step, or wait longer with --timeout',
    );
  if (error instanceof AnswerTooLong)
    return problem(
      { file: name },
      error.message,
      'ask for less at once with a longer --step, or for fewer series with --where',
    );
  const code = cause?.code ?? '';
  return problem(
    { file: name },
    UNREACHABLE[code === '' ? (cause?.message ?? '') : code] ??
      `the answer broke off (${code === '' ? (cause?.message ?? String(error)) : code})`,
    'check the address, and that the server runs',
  );
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  'bad port': 'its port is one that is never asked over HTTP',
  EAI_AGAIN: 'there is no such host',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the host cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS can name it',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS can name it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an unknown authority',
};

function refused(name: string, status: number, answer: unknown, query: string) {
  const place = { file: name };
  const { errorType, error } = (answer ?? {}) as { readonly errorType?: unknown; readonly error?: unknown };
  if (status === 401 || status === 403)
    return problem(
      place,
      `it refuses access (${status})`,
      'set TIDEMARK_PROMETHEUS_TOKEN, or TIDEMARK_PROMETHEUS_USER and TIDEMARK_PROMETHEUS_PASSWORD',
    );
  if (status >= 300 && status < 400)
    return problem(place, `it redirects to another address (${status})`, 'name that address');
  if (typeof error === 'string')
    return problem(
      { ...place, field: query },
      `it refused the query (${status}): ${[errorType, error].filter((one) => typeof one === 'string').join(': ')}`,
      'mend the query; tidemark trace presets has those of presets',
    );
  return problem(
    place,
    status === 200 ? 'its answer is not JSON' : `it answers with ${status} and no reason`,
    'check that it is a Prometheus, and its address, with the folder if it has one',
  );
}
