import { tap } from 'rxjs';
import { problem } from '../../problem/index.ts';
import { joined } from '../collect.ts';
import type { Trace, TraceChunk } from '../trace.ts';
import { type ReplayOperator, replayOf } from './replay.ts';

const MOST_ROWS = 5e7;

/** What an operator makes of a trace in memory, in memory too. */
export function inMemory(trace: Trace, operator: ReplayOperator): Trace {
  const { head, chunks } = operator(replayOf(trace));
  const parts: TraceChunk[] = [];
  let rows = 0;
  let failure: { readonly error: unknown } | null = null;
  const counted = chunks.pipe(
    tap(({ times }) => {
      rows += times.length;
      if (rows > MOST_ROWS)
        throw problem(
          { file: head.name },
          `in even steps it has more than ${MOST_ROWS / 1e6} million samples`,
          'give it a longer step with tidemark trace convert --step, or cut it with tidemark trace slice',
        );
    }),
  );
  // What is in memory comes at once.
  counted.subscribe({
    next: (chunk) => parts.push(chunk),
    error: (error: unknown) => {
      failure = { error };
    },
  });
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return joined(head, parts);
}
