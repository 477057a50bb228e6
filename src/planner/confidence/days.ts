import { DAY_MS } from '../../facts/index.ts';
import { type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { type Configuration, withConfiguration } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { type Sums, sumsAt, sumsBetween } from './sums.ts';

/** The sums of each whole local day in a configuration's run. Days of 23 and 25 hours are days too. */
export function daysOf(simulation: Simulation, configuration: Configuration, objectives: Objectives): Sums[] {
  return partsOf(simulation, configuration, objectives, dayBorders(simulation));
}

/** The sums between each border and the next, within one run. */
export function partsOf(
  simulation: Simulation,
  configuration: Configuration,
  objectives: Objectives,
  borders: readonly number[],
): Sums[] {
  const run = totalsOnlyRun(withConfiguration(simulation, configuration));
  const sums = borders.map((atMs) => {
    run.advance(atMs);
    return sumsAt(run, objectives);
  });
  return sums.slice(1).map((until, i) => sumsBetween(simulation, sums[i] as Sums, until));
}

/** The number of these days. */
export function wholeDays(simulation: Simulation): number {
  return Math.max(0, dayBorders(simulation).length - 1);
}

/**
 * The borders of the local days of a run. The first or last day of a recording seldom ends exactly at
 * midnight. Such a day counts too if the run covers at least 95% of it, and then begins or ends with the run.
 */
export function dayBorders({ startMs, horizonMs, zone }: Simulation): number[] {
  const midnightMs = (day: number) => zone.utcMs(day * DAY_MS) - startMs;
  const first = Math.floor(zone.localMs(startMs) / DAY_MS);
  const borders: number[] = [];
  for (let day = first; midnightMs(day) < horizonMs; day++) {
    const [beginMs, endMs] = [midnightMs(day), midnightMs(day + 1)];
    const [fromMs, untilMs] = [Math.max(0, beginMs), Math.min(horizonMs, endMs)];
    if (untilMs - fromMs < SEEN_SHARE * (endMs - beginMs)) continue;
    if (borders.length === 0) borders.push(fromMs);
    borders.push(untilMs);
  }
  return borders;
}

const SEEN_SHARE = 0.95;
