import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import { keyOfConditions, type WorkUnder } from './conditions.ts';
import type { Evaluated } from './evaluate.ts';

/** The same work, but each configuration is evaluated only once under the same conditions. */
export function remembering(workUnder: WorkUnder): WorkUnder {
  /** The outcome of a configuration, or a limit that its cost exceeds. */
  const known = new Map<string, Evaluated | number>();
  return (conditions) => async (groups, within) => {
    // With objectives in the limits, a configuration may be missing because it breaks them. Its absence then
    // says nothing about its cost.
    if ((within?.objectives ?? null) !== null) return workUnder(conditions)(groups, within);
    const limit = within?.mostCost ?? Number.POSITIVE_INFINITY;
    const keyOf = (configuration: Configuration) =>
      `${keyOfConditions(conditions)}: ${keyOfConfiguration(configuration)}`;
    const isKnown = (configuration: Configuration) => {
      const found = known.get(keyOf(configuration));
      return typeof found === 'number' ? found >= limit : found !== undefined;
    };
    const missing = groups
      .map((group) => group.filter((configuration) => !isKnown(configuration)))
      .filter((group) => group.length > 0) as unknown as CandidateGroup[];
    const results = await workUnder(conditions)(missing, within);
    for (const [i, result] of results.entries()) {
      if (result === null) continue;
      for (const configuration of missing[i] as CandidateGroup) known.set(keyOf(configuration), limit);
      for (const one of result) known.set(keyOf(one.configuration), one);
    }
    return groups.map((group) => {
      if (!group.every(isKnown)) return null;
      const found = group.map((configuration) => known.get(keyOf(configuration)) as Evaluated | number);
      return found.flatMap((one) =>
        typeof one !== 'number' && one.outcome.costPerMonth <= limit ? [one] : [],
      );
    });
  };
}
