import { MIB } from '../../facts/index.ts';

/** The answer of a server. */
interface WebAnswer {
  readonly status: number;
  readonly text: string;
  /** The header `Retry-After`. Null if there is none. */
  readonly retryAfter: string | null;
}

/** Access to servers of others. */
export interface Web {
  /**
   * Throws if nothing answers, if it takes longer, or if the answer breaks off.
   *
   * @param stop aborts the request
   */
  get(
    url: URL,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
    stop?: AbortSignal,
  ): Promise<WebAnswer>;
}

export const web: Web = {
  async get(url, headers, timeoutMs, stop) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
    // A redirect may lead to another server, which must not get the headers.
    const response = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await textOf(response), retryAfter };
  },
};

const MOST_BYTES = 128 * MIB;

/** Thrown because a server may go on answering for ever. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`the answer is longer than ${MOST_BYTES / MIB} MiB`);
    this.name = 'AnswerTooLong';
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop cancels the answer.
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new AnswerTooLong();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
