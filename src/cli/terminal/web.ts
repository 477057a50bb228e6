import { MIB } from '../../facts/index.ts';

/** The answer of a server. */
interface WebAnswer {
  readonly status: number;
  readonly text: string;
}

/** Access to servers of others. */
export interface Web {
  /** Throws if nothing answers, if it takes longer, or if the answer breaks off. */
  get(url: URL, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<WebAnswer>;
}

export const web: Web = {
  async get(url, headers, timeoutMs) {
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect may lead to another server, which must not get the headers.
    const response = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    return { status: response.status, text: await textOf(response) };
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
