import { MIB } from '../../facts/index.ts';

/** What a server has answered. */
interface WebAnswer {
  readonly status: number;
  readonly text: string;
}

/** Asks servers of others. */
export interface Web {
  /** Throws where nothing answers, where it takes longer, and where the answer breaks off. */
  get(url: URL, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<WebAnswer>;
}

export const web: Web = {
  async get(url, headers, timeoutMs) {
    const signal = AbortSignal.timeout(timeoutMs);
    // Where it is sent on to may be the server of somebody else, who must not get what is in the headers.
    const response = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    return { status: response.status, text: await textOf(response) };
  },
};

const MOST_BYTES = 128 * MIB;

/** A server may go on answering for ever. */
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
  // To leave the loop cancels the answer.
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new AnswerTooLong();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
