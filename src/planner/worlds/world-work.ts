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

/** The question of a plan of many worlds about one of them. */
export interface WorldQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** The configurations to judge. */
  readonly configurations: readonly Configuration[];
  /** Whether to search for the cheapest one that meets all objectives, too. */
  readonly isForBest: boolean;
}

export interface WorldResult {
  /** The configurations, in their order. */
  readonly judged: readonly Judged[];
  /** The findings of a search. Null if nobody asked for it. */
  readonly found: {
    /** Null if no configuration meets all objectives. */
    readonly best: Judged | null;
    /** The least cost of each candidate in this world, in millionths, by its demand. */
    readonly floorsMicros: readonly number[];
  } | null;
}

/**
 * Judges configurations in one world, and searches for the best one. Objectives mean the same as in a plan: they are met
 * with headroom, and at both ends of each assumption that nobody has stated. The configurations limit the search: the
 * cheaper the best of them, the fewer others are run. Null if it was stopped.
 */
export async function workInWorld(
  { simulation, objectives, choices, configurations, isForBest }: WorldQuestion,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<WorldResult | null> {
  const workUnder = workHere(simulation, isStopped);
  const robust = new Robustness({ simulation, objectives }, workUnder);
  const results = await workUnder(AS_ASKED)(inGroups(simulation, configurations));
  if (results.includes(null)) return null;
  const all = await robust.judged(results.flatMap((result) => result ?? []));
  if (all === null) return null;
  const byKey = new Map(all.map((one) => [keyOfConfiguration(one.configuration), one]));
  const judged = configurations.map((one) => byKey.get(keyOfConfiguration(one)) as Judged);
  if (!isForBest) return { judged, found: null };
  const { best, isWhole } = await search(simulation, objectives, choices, workUnder(AS_ASKED), {
    known: all.filter(({ broken }) => broken.length === 0),
    isForBestAlone: true,
    leavesOut: true,
    confirm: (settings) => robust.firstHolding([...settings].sort(bestFirst(null))),
  });
  if (!isWhole) return null;
  const floorOf = costFloor(simulation);
  const candidates = candidateGroups(simulation, choices).flat();
  return {
    judged,
    found: {
      best: best && { ...best, broken: [] },
      floorsMicros: candidates.map((one) => Math.floor(floorOf(one) * MICROS)),
    },
  };
}
