import type { Asking } from '../../src/advisor/index.ts';
import { threadsOf } from '../../src/library/index.ts';

/** A question that nobody watches. */
export function askingHere(signal: AbortSignal = new AbortController().signal): Asking {
  return { signal, pause: async () => {}, progress: () => {}, threads: threadsOf(1) };
}
