import { problem } from '../../problem/index.ts';
import type { Trace, TraceChunk, TraceHead } from '../trace.ts';
import type { Operator } from './operator.ts';

const MOST_STEPS = 5e7;

/** Applies an operator to a trace in memory. */
export function appliedInMemory(
  trace: Trace,
  operator: Operator,
): { readonly head: TraceHead; readonly chunks: readonly TraceChunk[] } {
  const { head, begin } = operator(trace.head);
  const chunks: TraceChunk[] = [];
  let rows = 0;
  const keep = (made: Iterable<TraceChunk>) => {
    for (const chunk of made) {
      rows += chunk.times.length;
      checkSteps(rows, head.name);
      chunks.push(chunk);
    }
  };
  const stage = begin();
  keep(stage.take(trace));
  keep(stage.end());
  return { head, chunks };
}

/** Throws a problem if memory cannot hold this many steps. */
export function checkSteps(steps: number, file: string): void {
  if (steps <= MOST_STEPS) return;
  throw problem(
    { file },
    `in even steps it has more than ${MOST_STEPS / 1e6} million samples`,
    'give it a longer step with tidemark trace convert --step, or cut it with tidemark trace slice',
  );
}
