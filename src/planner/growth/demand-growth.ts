import { type Judged, judged } from '../objectives/judged.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import type { WorkUnder } from '../search/conditions.ts';

/** How far the demand may grow under the recommendation. */
export interface Growth {
  /** The largest tried factor at which all objectives are met. */
  readonly keptAt: number;
  /** The first tried factor at which an objective is broken; null if none is. */
  readonly breaksAt: number | null;
  readonly broken: Judged['broken'];
}

/** Demand from more customers of the same kind, tried until an objective breaks. */
export const GROWTH_FACTORS = [1.1, 1.25, 1.5, 2, 3, 5, 10];

/** Begins above the `headroom` objective, which the recommendation is known to meet. */
export async function demandGrowth(
  { objectives }: PlanQuestion,
  recommendation: Judged,
  workUnder: WorkUnder,
): Promise<Growth | 'given up'> {
  let keptAt = 1 + (objectives.headroom ?? 0);
  for (const factor of GROWTH_FACTORS.filter((one) => one > keptAt)) {
    const [results = null] = await workUnder([{ grow: factor }])([[recommendation.configuration]]);
    if (results?.[0] === undefined) return 'given up';
    // Budget and quota are for today's demand only.
    const { broken } = judged(results[0], { ...objectives, budget: null, quota: null });
    if (broken.length > 0) return { keptAt, breaksAt: factor, broken };
    keptAt = factor;
  }
  return { keptAt, breaksAt: null, broken: [] };
}
