import { tap } from 'rxjs';
import { problem } from '../../problem/index.ts';
import type { Trace, TraceChunk, TraceHead } from '../trace.ts';
import { type ReplayOperator, replayOf } from './replay.ts';

const MOST_STEPS = 5e7;

/** What an operator makes of a trace in memory, in memory too. */
export function inMemory(
  trace: Trace,
  operator: ReplayOperator,
): { readonly head: TraceHead; readonly chunks: readonly TraceChunk[] } {
  const { head, chunks } = operator(replayOf(trace));
  const parts: TraceChunk[] = [];
  let rows = 0;
  let failure: { readonly error: unknown } | null = null;
  const counted = chunks.pipe(
    tap(({ times }) => {
      rows += times.length;
      checkSteps(rows, head.name);
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
  return { head, chunks: parts };
}

/** Throws where there are more than memory can hold. */
export function checkSteps(steps: number, file: string): void {
  if (steps <= MOST_STEPS) return;
  throw problem(
    { file },
    `in even steps it has more than ${MOST_STEPS / 1e6} million samples`,
    'give it a longer step with tidemark trace convert --step, or cut it with tidemark trace slice',
  );
}
