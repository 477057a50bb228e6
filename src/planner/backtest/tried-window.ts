import type { Simulation } from '../../simulator/index.ts';
import type { Choices } from '../configurations/candidates.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { usedByMinute } from '../details/used-by-minute.ts';
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

/**
 * One window by itself: the choice from its first part, and the outcome of this choice in the second part.
 */
export interface TriedWindow extends PastWindow {
  /**
   * The choice from the first part. Null if no configuration met all objectives there; `nearest` then broke
   * the fewest.
   */
  readonly cheapest: Judged | null;
  readonly nearest: Judged | null;
  /** The same configuration in the second part. */
  readonly then: Judged;
  /**
   * The cheapest configuration that meets all objectives in the second part, the best in hindsight; null if
   * none does.
   */
  readonly best: Judged | null;
  /** Chosen from the first part, judged on the second. */
  readonly baselines: readonly (Judged & { readonly name: BaselineName })[];
}

export interface WindowQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
}

/** Null if the backtest was stopped. */
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
  // If the recommendation meets its objectives, a dearer configuration is not the best. The second part is
  // known, so it is not tried under conditions.
  const hindsight = await search(after, objectives, choices, workHere(after, isStopped)(AS_ASKED), {
    known: [then],
    isForFrontier: false,
  });
  if (!hindsight.isWhole) return null;
  const best = hindsight.best === null ? null : { ...hindsight.best, broken: [] };
  const baselines = baselineConfigurations(before, usedByMinute(before)).map(({ name, configuration }) => ({
    name,
    ...judgedAfter(configuration),
  }));
  return { ...window, cheapest, nearest, then, best, baselines };
}
