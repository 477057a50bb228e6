import { endMs } from './holds.ts';
import type { Trace } from './trace.ts';

/** A trace so many times, each time from the end of the one before. */
export function repeat(trace: Trace, count: number): Trace {
  const { head, times, values, events } = trace;
  const length = times.length;
  const periodMs = length === 0 ? 0 : endMs(trace) - (times[0] as number);
  return {
    head,
    times: Float64Array.from(
      { length: length * count },
      (_, i) => (times[i % length] as number) + Math.floor(i / length) * periodMs,
    ),
    values: values.map((column) =>
      Float64Array.from({ length: length * count }, (_, i) => column[i % length] as number),
    ),
    events: Array.from({ length: length === 0 ? 1 : count }, (_, round) =>
      events.map((event) => ({ ...event, atMs: event.atMs + round * periodMs })),
    ).flat(),
  };
}
