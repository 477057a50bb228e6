import { nextHourMs, type RunTotals, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { hourOfWeek, WEEK_HOURS } from '../../workload/index.ts';
import { type Configuration, measuredCompute, withConfiguration } from '../configurations/configuration.ts';
import type { Ratio } from './ratios.ts';

/** The amounts of a run in each hour of the week: the metered CU-time, then both amounts of each ratio. */
export type WeekRecord = readonly Float64Array[];

export function weekRecord(
  simulation: Simulation,
  configuration: Configuration,
  ratios: readonly Ratio[],
): WeekRecord {
  const amounts = [metered, ...ratios.flatMap(({ amount, of }) => [amount, of])];
  const hours = amounts.map(() => new Float64Array(WEEK_HOURS));
  const before = amounts.map(() => 0);
  const run = totalsOnlyRun(withConfiguration(simulation, configuration));
  const { zone, startMs, horizonMs } = simulation;
  while (run.nowMs < horizonMs) {
    const hour = hourOfWeek(zone.localMs(startMs + run.nowMs));
    run.advance(Math.min(horizonMs, nextHourMs(zone, startMs + run.nowMs) - startMs));
    for (const [i, amount] of amounts.entries()) {
      const total = amount(run);
      const column = hours[i] as Float64Array;
      column[hour] = (column[hour] as number) + total - (before[i] as number);
      before[i] = total;
    }
  }
  return hours;
}

function metered(run: RunTotals): number {
  return measuredCompute(run).meter.quarterCuMsAt(run.nowMs);
}
