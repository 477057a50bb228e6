import { HOUR_MS, MINUTE_MS } from '../../facts/index.ts';
import { nextHourMs, type RunTotals, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';

/** Looks at a run after each hour and minute, without changing it. */
export interface Watch {
  /** Set while the watch awaits a first occurrence, so that each minute matters. */
  readonly isAwaiting?: boolean;
  minute?(run: RunTotals, fromMs: number): void;
  /** Called when a local hour or the run is over; hour 9 is from 09:00 to 10:00. */
  hour(run: RunTotals, fromMs: number, hour: number): void;
}

/** Runs a simulation to its end, and lets the watches look at it. */
export function watchedRun(simulation: Simulation, watches: readonly Watch[]): RunTotals {
  const run = totalsOnlyRun(simulation);
  const { zone, startMs, horizonMs } = simulation;
  let hourMs = 0;
  while (run.nowMs < horizonMs) {
    const { nowMs } = run;
    const nextHour = nextHourMs(zone, startMs + nowMs) - startMs;
    const isAwaited = watches.some(({ isAwaiting }) => isAwaiting === true);
    const nextMinute = nowMs + MINUTE_MS - ((startMs + nowMs) % MINUTE_MS);
    run.advance(Math.min(horizonMs, nextHour, isAwaited ? nextMinute : Number.POSITIVE_INFINITY));
    for (const watch of watches) watch.minute?.(run, nowMs);
    if (run.nowMs !== nextHour && run.nowMs !== horizonMs) continue;
    const hour = Math.floor((zone.localMs(startMs + hourMs) / HOUR_MS) % 24);
    for (const watch of watches) watch.hour(run, hourMs, hour);
    hourMs = run.nowMs;
  }
  return run;
}
