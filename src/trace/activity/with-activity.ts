import { SECOND_MS } from '../../facts/index.ts';
import { columnIndex, columnOf } from '../columns.ts';
import { cpuSourceOf } from '../demand/cpu-source.ts';
import type { Quantity } from '../quantity.ts';
import type { Column, Trace, TraceHead } from '../trace.ts';
import { Seconds } from './seconds.ts';

/**
 * Adds the number of queries at once to a trace, from single events or from durations of queries. The trace has to be
 * in memory: a query is logged when it ends, but ran before.
 */
export function withActivity(trace: Trace): Trace {
  if (!needsActivity(trace.head)) return trace;
  if (trace.times.length === 0) return ofEvents(trace);
  return ofDurations(trace);
}

/** Whether the number of queries at once can only be derived from a trace in memory. */
export function needsActivity(head: TraceHead): boolean {
  if (cpuSourceOf(head) !== null) return false;
  const has = (quantity: Quantity) => columnOf(head, quantity) !== null;
  return has('queries') ? has('queryMs') : head.columns.length === 0;
}

/** Samples per second from single events alone. */
function ofEvents(trace: Trace): Trace {
  const hasQueries = trace.events.some(({ kind }) => kind === 'query');
  if (!hasQueries) return trace;
  const seconds = new Seconds(EVENT_COLUMNS.map(({ quantity }) => quantity));
  const { logged } = seconds;
  for (const { kind, atMs, durationMs } of trace.events) {
    if (kind === 'connect') {
      logged.connects = true;
      seconds.at(atMs).newConnections++;
    } else if (kind === 'query') {
      logged.queries = true;
      const endMs = atMs + (durationMs ?? 0);
      const second = seconds.at(endMs);
      second.queries++;
      if (durationMs === undefined) continue;
      logged.durations = true;
      second.timed++;
      second.queryMs += durationMs;
      seconds.ran(atMs, endMs);
    }
  }
  const { times, values } = seconds.take(Number.POSITIVE_INFINITY);
  return { ...trace, head: { ...trace.head, stepMs: SECOND_MS, columns: EVENT_COLUMNS }, times, values };
}

/** The columns that are derived from single events. */
export const EVENT_COLUMNS: readonly Column[] = [
  { quantity: 'queries', statistic: 'average', gap: 'zero', source: 'events' },
  { quantity: 'queryMs', statistic: 'average', gap: 'unknown', source: 'durations of events' },
  { quantity: 'activeConnections', statistic: 'average', gap: 'zero', source: 'durations of events' },
  { quantity: 'newConnections', statistic: 'average', gap: 'zero', source: 'events' },
];

/** Spreads each query over the steps in which it ran, not only the one in which it ended. */
function ofDurations(trace: Trace): Trace {
  const { head, times, values } = trace;
  const queries = values[columnIndex(head, 'queries')] as Float64Array;
  const queryMs = values[columnIndex(head, 'queryMs')] as Float64Array;
  const busyMs = new Float64Array(times.length);
  const stepAt = (i: number) => {
    const at = Math.max(0, Math.min(i, times.length - 2));
    return head.stepMs ?? (times[at + 1] ?? SECOND_MS + (times[at] as number)) - (times[at] as number);
  };
  queries.forEach((count, i) => {
    const each = queryMs[i] as number;
    if (count === 0 || Number.isNaN(count)) return;
    if (Number.isNaN(each)) {
      busyMs[i] = Number.NaN;
      return;
    }
    const endMs = (times[i] as number) + stepAt(i);
    // A query that started before the trace counts in the first step.
    const fromMs = Math.max(times[0] as number, Math.min(times[i] as number, endMs - each));
    const totalMs = count * each;
    for (let at = i; at >= 0; at--) {
      const sinceMs = Math.max(fromMs, times[at] as number);
      const untilMs = Math.min(endMs, at === i ? endMs : (times[at + 1] as number));
      busyMs[at] = (busyMs[at] as number) + (totalMs * (untilMs - sinceMs)) / (endMs - fromMs);
      if (sinceMs === fromMs) break;
    }
  });
  const active = busyMs.map((ms, i) => (Number.isNaN(queries[i]) && ms === 0 ? Number.NaN : ms / stepAt(i)));
  return {
    ...trace,
    head: { ...head, columns: [...head.columns, DURATIONS] },
    values: [...values, active],
  };
}

const DURATIONS: Column = {
  quantity: 'activeConnections',
  statistic: 'average',
  gap: 'unknown',
  source: 'queries, and how long they took',
};
