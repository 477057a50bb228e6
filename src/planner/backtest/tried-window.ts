import type { Simulation } from '../../simulator/index.ts';
import type { Choices } from '../configurations/candidates.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { type BaselineName, baselineConfigurations } from '../plan/baselines.ts';
import { nearestUnder } from '../robust/nearest.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED } from '../search/conditions.ts';
import { evaluate } from '../search/evaluate.ts';
import { bestFirst } from '../search/ranking.ts';
import { search } from '../search/search.ts';
import { workHere } from '../search/trial.ts';
import { type PastWindow, partOf } from './windows.ts';

/** One window by itself: what would be chosen by its first part, and what its second part then made of it. */
export interface TriedWindow extends PastWindow {
  /** By the first part; null: nothing kept all objectives in it, and `nearest` broke fewest. */
  readonly cheapest: Judged | null;
  readonly nearest: Judged | null;
  /** The same in the second. */
  readonly then: Judged;
  /** The cheapest that meets all objectives in the second part: best in hindsight; null: none does. */
  readonly best: Judged | null;
  /** Chosen by the first part, judged on the second. */
  readonly baselines: readonly (Judged & { readonly name: BaselineName })[];
}

export interface WindowQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
}

/** null: somebody did not want to wait. */
export async function tryWindow(
  { simulation, objectives, choices }: WindowQuestion,
  window: PastWindow,
  isStopped: () => Promise<boolean>,
): Promise<TriedWindow | null> {
  const before = partOf(simulation, window.fromMs, window.judgedFromMs);
  const after = partOf(simulation, window.judgedFromMs, window.untilMs);
  const judgedAfter = (configuration: Configuration): Judged =>
    judged({ configuration, outcome: evaluate(after, configuration), isRun: true }, objectives);

  const workUnder = workHere(before, isStopped);
  const robust = new Robustness({ simulation: before, objectives }, workUnder);
  const found = await search(before, objectives, choices, workUnder(AS_ASKED), {
    isForFrontier: false,
    confirm: (better) => robust.firstHolding([...better].sort(bestFirst(null))),
  });
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const nearest = cheapest === null ? await nearestUnder(robust, found.evaluated, objectives) : null;
  if (nearest === 'given up') return null;
  const chosen = cheapest ?? nearest;
  if (!found.isWhole || chosen === null) return null;
  const then = judgedAfter(chosen.configuration);
  // What is dearer than the recommendation, where that meets its objectives, is not the best. What has come is known:
  // it is held to no more than that.
  const hindsight = await search(after, objectives, choices, workHere(after, isStopped)(AS_ASKED), {
    known: [then],
    isForFrontier: false,
  });
  if (!hindsight.isWhole) return null;
  const best = hindsight.best === null ? null : { ...hindsight.best, broken: [] };
  const baselines = baselineConfigurations(before).map(({ name, configuration }) => ({
    name,
    ...judgedAfter(configuration),
  }));
  return { ...window, cheapest, nearest, then, best, baselines };
}
