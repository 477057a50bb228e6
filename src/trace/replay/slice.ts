import { map, takeWhile } from 'rxjs';
import type { TraceChunk } from '../trace.ts';
import type { ReplayOperator } from './replay.ts';

/** The samples and events that begin from one instant on and before another; what comes later is not read. */
export function slice(fromMs: number, toMs: number): ReplayOperator {
  const part = ({ times, values, events }: TraceChunk): TraceChunk => {
    const from = firstAtOrAfter(times, fromMs);
    const to = Math.max(from, firstAtOrAfter(times, toMs));
    return {
      times: times.subarray(from, to),
      values: values.map((column) => column.subarray(from, to)),
      events: events.filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
    };
  };
  return (replay) => ({
    ...replay,
    chunks: replay.chunks.pipe(
      takeWhile(({ times }) => times.length === 0 || (times.at(-1) as number) < toMs, true),
      map(part),
    ),
  });
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
