import { columnOf, valuesOf } from './columns.ts';
import { holdsUntilMs, usualStepMs } from './holds.ts';
import type { Column, Trace, TraceHead } from './trace.ts';

/** What a database uses that nobody asks anything: its own processes, and the agent that measures it. */
export const IDLE_VCPU = 0.01;

/** The column that tells when nobody wants anything. Queries know it best; an instant's count of connections does not. */
export function idleColumn(head: Pick<TraceHead, 'columns'>): Column | null {
  const active = columnOf(head, 'activeConnections');
  return (
    columnOf(head, 'queries') ??
    (active?.statistic === 'point' ? null : active) ??
    columnOf(head, 'cpu') ??
    columnOf(head, 'load')
  );
}

export function isIdle({ quantity }: Column, value: number): boolean {
  return quantity === 'cpu' || quantity === 'load' ? value <= IDLE_VCPU : value === 0;
}

/** How long each time without demand lasts. A gap goes on with one if its column says that it means no demand. */
export function idleTimesMs(trace: Trace): { readonly by: Column; readonly eachMs: Float64Array } | null {
  const by = idleColumn(trace.head);
  if (by === null) return null;
  const found = valuesOf(trace, by.quantity, [by.statistic]);
  if (found === null) return null;
  const untilMs = holdsUntilMs(trace, usualStepMs(trace));
  const eachMs: number[] = [];
  let sinceMs: number | null = null;
  const end = (ms: number) => {
    if (sinceMs !== null && ms > sinceMs) eachMs.push(ms - sinceMs);
    sinceMs = null;
  };
  trace.times.forEach((time, i) => {
    const value = found.values[i] as number;
    const idle = Number.isNaN(value) ? by.gap !== 'unknown' : isIdle(by, value);
    if (idle) sinceMs ??= time;
    else end(time);
    const heldMs = untilMs(i);
    const nextMs = trace.times[i + 1];
    const isGap = nextMs !== undefined && nextMs > heldMs;
    if (nextMs === undefined || (isGap && by.gap === 'unknown')) end(heldMs);
    else if (isGap) sinceMs ??= heldMs;
  });
  return { by, eachMs: Float64Array.from(eachMs) };
}
