import type { Asking, Threads } from '../../advisor/index.ts';
import type { Reader } from '../intake/reader.ts';

/** The world around a question: where its files are, and who waits for the answer. */
export interface Host {
  readonly reader: Reader;
  readonly threads: Threads;
  /** Runs the question. The host can stop it, and shows how far it has come. */
  asked<Answer>(question: (asking: Asking) => Promise<Answer>): Promise<Answer>;
}
