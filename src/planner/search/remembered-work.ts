import type { Group } from '../settings/candidates.ts';
import { keyOfSetting, type Setting } from '../settings/setting.ts';
import { keyOfConditions, type WorkUnder } from './conditions.ts';
import type { Evaluated } from './evaluate.ts';

/** The same work, of which nothing is done twice. */
export function remembering(workUnder: WorkUnder): WorkUnder {
  /** What a setting comes to, or what it costs more than. */
  const known = new Map<string, Evaluated | number>();
  return (conditions) => async (groups, within) => {
    // What may break a promise is cut off at another time, and nothing that lasts is known of it.
    if ((within?.promises ?? null) !== null) return workUnder(conditions)(groups, within);
    const limit = within?.mostCost ?? Number.POSITIVE_INFINITY;
    const keyOf = (setting: Setting) => `${keyOfConditions(conditions)}: ${keyOfSetting(setting)}`;
    const isKnown = (setting: Setting) => {
      const found = known.get(keyOf(setting));
      return typeof found === 'number' ? found >= limit : found !== undefined;
    };
    const missing = groups
      .map((group) => group.filter((setting) => !isKnown(setting)))
      .filter((group) => group.length > 0) as unknown as Group[];
    const results = await workUnder(conditions)(missing, within);
    for (const [i, result] of results.entries()) {
      if (result === null) continue;
      for (const setting of missing[i] as Group) known.set(keyOf(setting), limit);
      for (const one of result) known.set(keyOf(one.setting), one);
    }
    return groups.map((group) => {
      if (!group.every(isKnown)) return null;
      const found = group.map((setting) => known.get(keyOf(setting)) as Evaluated | number);
      return found.flatMap((one) =>
        typeof one !== 'number' && one.outcome.costPerMonth <= limit ? [one] : [],
      );
    });
  };
}
