import type { Simulation } from '../engine/index.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { inGroups } from './robust/in-groups.ts';
import type { Work } from './search.ts';
import { keyOfSetting, type Setting } from './setting.ts';

/** What settings come to, in their order: as a search has found it, or by runs side by side. */
export async function evaluatedSettings(
  simulation: Simulation,
  settings: readonly Setting[],
  found: readonly Evaluated[],
  work: Work,
): Promise<Evaluated[]> {
  const known = new Map(found.map((one) => [keyOfSetting(one.setting), one]));
  const missing = new Map(
    settings.filter((one) => !known.has(keyOfSetting(one))).map((one) => [keyOfSetting(one), one]),
  );
  const results = await work(inGroups(simulation, [...missing.values()]));
  for (const one of results.flatMap((result) => result ?? [])) known.set(keyOfSetting(one.setting), one);
  // Somebody who does not want to wait is told of these all the same.
  return settings.map(
    (setting) =>
      known.get(keyOfSetting(setting)) ?? { setting, outcome: evaluate(simulation, setting), isRun: true },
  );
}
