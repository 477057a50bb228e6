import type { Judged } from '../objectives/judged.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { Robustness } from '../robust/robustness.ts';
import { grownBy, type WorkUnder } from '../search/conditions.ts';
import { factorsOf, type GrowthAhead, monthAfter } from './growth-plan.ts';

export interface Lasting extends GrowthAhead {
  /** The month in which the trace ends, with today's demand. */
  readonly now: string;
  /**
   * The months after it in which the recommendation meets all objectives, up to the first in which it does
   * not.
   */
  readonly kept: readonly LastingMonth[];
  /** Null if it meets all objectives in all months. */
  readonly breaks: (LastingMonth & { readonly broken: Judged['broken'] }) | null;
}

interface LastingMonth {
  readonly month: string;
  readonly factor: number;
  /** The cost of the recommendation. */
  readonly costPerMonth: number;
}

/**
 * Takes the months of a growth plan, judged in the same way, for one configuration alone. Ends at the first
 * month in which it breaks an objective. Null if the plan was stopped.
 */
export async function lastingOf(
  { simulation, objectives }: Pick<PlanQuestion, 'simulation' | 'objectives'>,
  recommendation: Judged,
  growth: GrowthAhead,
  workUnder: WorkUnder,
): Promise<Lasting | null> {
  const lasting = { ...growth, now: monthAfter(simulation, 0) };
  const kept: LastingMonth[] = [];
  for (const [i, factor] of factorsOf(growth).entries()) {
    const conditions = grownBy(factor);
    const [results = null] = await workUnder(conditions)([[recommendation.configuration]]);
    const robust = new Robustness({ simulation, objectives, conditions }, workUnder);
    const judgements = results === null ? null : await robust.judged(results);
    if (judgements === null) return null;
    const { outcome, broken } = judgements[0] as Judged;
    const month = { month: monthAfter(simulation, i + 1), factor, costPerMonth: outcome.costPerMonth };
    if (broken.length > 0) return { ...lasting, kept, breaks: { ...month, broken } };
    kept.push(month);
  }
  return { ...lasting, kept, breaks: null };
}
