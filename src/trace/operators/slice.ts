import type { TraceChunk } from '../trace.ts';
import type { Operator, Stage } from './operator.ts';

/** Keeps samples and events from one instant until before another. Later chunks are not read. */
export function slice(fromMs: number, toMs: number): Operator {
  return (head) => ({ head, begin: () => new Slicer(fromMs, toMs) });
}

class Slicer implements Stage {
  private readonly fromMs: number;
  private readonly toMs: number;
  isDone = false;

  constructor(fromMs: number, toMs: number) {
    this.fromMs = fromMs;
    this.toMs = toMs;
  }

  *take({ times, values, events }: TraceChunk): Generator<TraceChunk> {
    const { fromMs, toMs } = this;
    const from = firstAtOrAfter(times, fromMs);
    const to = Math.max(from, firstAtOrAfter(times, toMs));
    this.isDone = times.length > 0 && (times.at(-1) as number) >= toMs;
    yield {
      times: times.subarray(from, to),
      values: values.map((column) => column.subarray(from, to)),
      events: events.filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
    };
  }

  *end(): Generator<TraceChunk> {}
}

/** Binary search in sorted times. */
function firstAtOrAfter(times: Float64Array, ms: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
