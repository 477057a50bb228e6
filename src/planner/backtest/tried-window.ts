import type { Simulation } from '../../engine/index.ts';
import { type BaselineName, baselineSettings } from '../plan/baselines.ts';
import { type Judged, judged } from '../promises/judged.ts';
import type { Promises } from '../promises/promises.ts';
import { nearestUnder } from '../robust/nearest.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED } from '../search/conditions.ts';
import { evaluate } from '../search/evaluate.ts';
import { bestFirst, search } from '../search/search.ts';
import { workHere } from '../search/trial.ts';
import type { Choices } from '../settings/candidates.ts';
import type { Setting } from '../settings/setting.ts';
import { type PastWindow, partOf } from './windows.ts';

/** One window by itself: what would be chosen by its first part, and what its second part then made of it. */
export interface TriedWindow extends PastWindow {
  /** By the first part; null: nothing kept all promises in it, and `nearest` broke fewest. */
  readonly cheapest: Judged | null;
  readonly nearest: Judged | null;
  /** The same in the second. */
  readonly then: Judged;
  /** The cheapest that keeps all promises in the second part: best in hindsight; null: none does. */
  readonly best: Judged | null;
  /** Chosen by the first part, judged on the second. */
  readonly baselines: readonly (Judged & { readonly name: BaselineName })[];
}

export interface WindowQuestion {
  readonly simulation: Simulation;
  readonly promises: Promises;
  readonly choices: Choices;
}

/** null: somebody did not want to wait. */
export async function tryWindow(
  { simulation, promises, choices }: WindowQuestion,
  window: PastWindow,
  isStopped: () => Promise<boolean>,
): Promise<TriedWindow | null> {
  const before = partOf(simulation, window.fromMs, window.judgedFromMs);
  const after = partOf(simulation, window.judgedFromMs, window.untilMs);
  const judgedAfter = (setting: Setting): Judged =>
    judged({ setting, outcome: evaluate(after, setting), isRun: true }, promises);

  const workUnder = workHere(before, isStopped);
  const robust = new Robustness({ simulation: before, promises }, workUnder);
  const found = await search(before, promises, choices, workUnder(AS_ASKED), {
    isForFrontier: false,
    confirm: (better) => robust.firstHolding([...better].sort(bestFirst(null))),
  });
  const cheapest = found.best === null ? null : { ...found.best, broken: [] };
  const nearest = cheapest === null ? await nearestUnder(robust, found.evaluated, promises) : null;
  if (nearest === 'given up') return null;
  const chosen = cheapest ?? nearest;
  if (!found.isWhole || chosen === null) return null;
  const then = judgedAfter(chosen.setting);
  // What is dearer than the choice, where that keeps its promises, is not the best. What has come is known: it is held
  // to no more than that.
  const hindsight = await search(after, promises, choices, workHere(after, isStopped)(AS_ASKED), {
    known: [then],
    isForFrontier: false,
  });
  if (!hindsight.isWhole) return null;
  const best = hindsight.best === null ? null : { ...hindsight.best, broken: [] };
  const baselines = baselineSettings(before).map(({ name, setting }) => ({ name, ...judgedAfter(setting) }));
  return { ...window, cheapest, nearest, then, best, baselines };
}
