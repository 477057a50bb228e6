import { columnIndex, columnOf } from '../columns.ts';
import type { Trace } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';

/** Removes queries from a trace, both from its events and from the counts in its samples. */
export function withoutQueries(trace: Trace, isOf: (event: TraceEvent) => boolean): Trace {
  const { head, times } = trace;
  const queriesAt = columnIndex(head, 'queries');
  const active = columnOf(head, 'activeConnections');
  const activeAt = active?.statistic === 'average' ? head.columns.indexOf(active) : -1;
  const queryMsAt = columnIndex(head, 'queryMs');
  const values = trace.values.map((column, at) =>
    at === queriesAt || at === activeAt || at === queryMsAt ? column.slice() : column,
  );
  const [queries, busy] = [values[queriesAt], values[activeAt]];
  const stepMs = (i: number) =>
    head.stepMs ?? (times[i + 1] ?? Number.POSITIVE_INFINITY) - (times[i] as number);
  const removed = trace.events.filter((event) => event.kind === 'query' && isOf(event));
  const isRemoved = new Set(removed);
  for (const { atMs, durationMs = 0 } of removed) {
    const endMs = atMs + durationMs;
    const last = lastAt(times, endMs);
    // A log rounds to milliseconds, so a query may be counted in the neighbouring sample.
    const counted = [last, last + 1, last - 1].find((i) => (queries?.[i] ?? 0) > 0);
    if (queries !== undefined && counted !== undefined)
      queries[counted] = Math.max(0, (queries[counted] as number) - 1);
    if (busy === undefined) continue;
    for (let i = last; i >= 0 && (times[i] as number) + stepMs(i) > atMs; i--) {
      const fromMs = Math.max(atMs, times[i] as number);
      const untilMs = Math.min(endMs, (times[i] as number) + stepMs(i));
      if (untilMs > fromMs) busy[i] = (busy[i] as number) - (untilMs - fromMs) / stepMs(i);
    }
  }
  queries?.forEach((count, i) => {
    if (count !== 0) return;
    const own = values[queryMsAt];
    if (own !== undefined) own[i] = Number.NaN;
    if (busy !== undefined && (busy[i] as number) * stepMs(i) < ROUNDED_MS) busy[i] = 0;
  });
  return { ...trace, values, events: trace.events.filter((event) => !isRemoved.has(event)) };
}

/** The CPU time that rounding can leave of removed queries in a step. */
const ROUNDED_MS = 5;

/** The last sample that starts no later; -1 if there is none. */
function lastAt(times: Float64Array, ms: number): number {
  let [from, until] = [0, times.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((times[middle] as number) <= ms) from = middle + 1;
    else until = middle;
  }
  return from - 1;
}
