import { measuredRun, type Simulation } from '../engine/index.ts';
import { DAY_MS } from '../facts/index.ts';
import type { Promises } from './promises.ts';
import { type Setting, withSetting } from './setting.ts';
import { between, type Sums, sumsAt } from './sums.ts';

/** Each whole local day of a setting's run. Days of 23 and 25 hours are whole too. */
export function daysOf(simulation: Simulation, setting: Setting, promises: Promises): Sums[] {
  return partsOf(simulation, setting, promises, midnights(simulation));
}

/** What came between each border and the next, within one run. */
export function partsOf(
  simulation: Simulation,
  setting: Setting,
  promises: Promises,
  borders: readonly number[],
): Sums[] {
  const run = measuredRun(withSetting(simulation, setting));
  const sums = borders.map((atMs) => {
    run.advance(atMs);
    return sumsAt(run, promises);
  });
  return sums.slice(1).map((until, i) => between(simulation, sums[i] as Sums, until));
}

/** How many days those would be. */
export function wholeDays(simulation: Simulation): number {
  return Math.max(0, midnights(simulation).length - 1);
}

/** The local midnights of a run, from its start on. */
export function midnights({ startMs, horizonMs, zone }: Simulation): number[] {
  const found: number[] = [];
  let day = Math.ceil(zone.localMs(startMs) / DAY_MS);
  for (;;) {
    const atMs = zone.utcMs(day * DAY_MS) - startMs;
    if (atMs > horizonMs) return found;
    found.push(atMs);
    day++;
  }
}
