import { problem } from '../problem/index.ts';
import { regular } from './resample.ts';
import type { Column, Trace } from './trace.ts';

/**
 * A trace with a sample for each of its steps. What is missing becomes what its column says that it means; what is
 * unknown stays unknown.
 */
export function fillGaps(trace: Trace): Trace {
  const even = regular(trace);
  const { head, times, values, events } = even;
  const { stepMs } = head;
  if (stepMs === null) return even;
  const missing = missingAfter(times, stepMs);
  const count = missing.reduce((sum, more) => sum + more, times.length);
  if (count > MOST_ROWS) {
    throw problem(
      { file: head.name },
      'with its gaps filled this is too long',
      'slice it, or use a longer step',
    );
  }
  const filledTimes = new Float64Array(count);
  const filled = head.columns.map(() => new Float64Array(count));
  let to = 0;
  for (let i = 0; i < times.length; i++) {
    for (let more = 0; more <= (missing[i] as number); more++, to++) {
      filledTimes[to] = (times[i] as number) + more * stepMs;
      for (const [c, column] of filled.entries()) {
        const value = more === 0 ? (values[c]?.[i] as number) : Number.NaN;
        column[to] = Number.isNaN(value) ? missingValue(head.columns[c] as Column) : value;
      }
    }
  }
  return { head, times: filledTimes, values: filled, events };
}

const MOST_ROWS = 5e7;

/** Steps without a sample after each sample. */
export function missingAfter(times: Float64Array, stepMs: number): Float64Array {
  return times.map((time, i) =>
    i + 1 < times.length ? Math.max(0, Math.round(((times[i + 1] as number) - time) / stepMs) - 1) : 0,
  );
}

/** Who sleeps uses nothing. */
function missingValue({ gap }: Column): number {
  return gap === 'unknown' ? Number.NaN : 0;
}
