import type { Trace } from './trace.ts';

/** The samples and events that begin from one instant on and before another. */
export function slice({ head, times, values, events }: Trace, fromMs: number, toMs: number): Trace {
  const from = firstAtOrAfter(times, fromMs);
  const to = Math.max(from, firstAtOrAfter(times, toMs));
  return {
    head,
    times: times.subarray(from, to),
    values: values.map((column) => column.subarray(from, to)),
    events: events.filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
  };
}

/** Times are in order: the place is found by halves. */
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
