import { type Verdict, verdictOf } from '../plan/verdict.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { AlikePlan, JudgedAlike } from './plan-alike.ts';

/** The plan of an entry with a number of computes. */
export interface CountedPlan {
  readonly count: number;
  readonly plan: AlikePlan;
}

/** How many computes an entry should have, and which configuration. */
export interface EntryChoice {
  readonly verdict: Verdict;
  /** The computes as they are today. */
  readonly today: { readonly count: number; readonly judged: JudgedAlike };
  /** Null if no configuration meets all objectives, whatever the number. */
  readonly advised: { readonly count: number; readonly judged: JudgedAlike } | null;
}

/** A configuration for an entry, with the cost of all its computes. */
export interface EntryOption extends Evaluated {
  readonly count: number;
  readonly cost: number;
}

/**
 * Chooses the number of computes whose cheapest configuration costs least, and the smaller number if two cost the same.
 * The computes stay as they are by the rule of a plan.
 */
export function entryChoice(
  plans: readonly CountedPlan[],
  countToday: number,
  worthwhile: number,
): EntryChoice {
  const own = (plans.find(({ count }) => count === countToday) as CountedPlan).plan;
  const today = { count: countToday, judged: own.current };
  const [best = null] = plans
    .flatMap(({ count, plan }) => (plan.cheapest === null ? [] : [{ count, judged: plan.cheapest }]))
    .sort((one, other) => costOf(one) - costOf(other) || one.count - other.count);
  const { verdict } = verdictOf(worthwhile, best?.judged ?? null, own.current);
  return { verdict, today, advised: verdict === 'keep' ? today : best };
}

function costOf({ judged }: { readonly judged: JudgedAlike }): number {
  return judged.outcome.costPerMonth;
}
