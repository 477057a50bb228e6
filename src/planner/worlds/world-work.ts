import { MICROS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { type Choices, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import { inGroups } from '../configurations/grouped.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED } from '../search/conditions.ts';
import { bestFirst } from '../search/ranking.ts';
import { search } from '../search/search.ts';
import { workHere } from '../search/trial.ts';

/** What a plan of many worlds asks about one of them. */
export interface WorldQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** The configurations to judge. Null to search for the cheapest one that meets all objectives. */
  readonly configurations: readonly Configuration[] | null;
}

export interface WorldResult {
  /** The configurations in their order; from a search the best one, if there is one. */
  readonly judged: readonly Judged[];
  /** From a search: the least cost of each candidate in this world, in millionths, by its demand. */
  readonly floorsMicros: readonly number[];
}

/**
 * Judges configurations in one world, or searches for its best one. Objectives mean the same as in a plan: they are met with headroom, and at both ends of each assumption that nobody has stated.
 * Null if it was stopped.
 */
export async function workInWorld(
  { simulation, objectives, choices, configurations }: WorldQuestion,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<WorldResult | null> {
  const workUnder = workHere(simulation, isStopped);
  const robust = new Robustness({ simulation, objectives }, workUnder);
  if (configurations === null) {
    const { best, isWhole } = await search(simulation, objectives, choices, workUnder(AS_ASKED), {
      isForFrontier: false,
      leavesOut: true,
      confirm: (settings) => robust.firstHolding([...settings].sort(bestFirst(null))),
    });
    if (!isWhole) return null;
    const floorOf = costFloor(simulation);
    const all = candidateGroups(simulation, choices).flat();
    return {
      judged: best === null ? [] : [{ ...best, broken: [] }],
      floorsMicros: all.map((one) => Math.floor(floorOf(one) * MICROS)),
    };
  }
  const results = await workUnder(AS_ASKED)(inGroups(simulation, configurations));
  if (results.includes(null)) return null;
  const judged = await robust.judged(results.flatMap((result) => result ?? []));
  if (judged === null) return null;
  const byKey = new Map(judged.map((one) => [keyOfConfiguration(one.configuration), one]));
  return {
    judged: configurations.map((one) => byKey.get(keyOfConfiguration(one)) as Judged),
    floorsMicros: [],
  };
}
