import type { Configuration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import { searchPlan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** What a plan says of the demand without a part of it, such as what goes on all the time. */
export interface PlanWithout {
  /** null: nothing meets all objectives. */
  readonly recommendation: Judged | null;
  /** The recommendation of the demand as it is. */
  readonly asRecommended: Judged;
  /** The current configuration; null: nothing is set. */
  readonly current: Judged | null;
}

/** @param question of the demand without that part. null: somebody did not want to wait. */
export async function planWithout(
  question: PlanQuestion,
  chosen: Configuration,
  workUnder: WorkUnder,
): Promise<PlanWithout | null> {
  const [results] = await workUnder(AS_ASKED)([[chosen]]);
  const [asRecommended] = results ?? [];
  if (asRecommended === undefined) return null;
  const { recommendation, current, isWhole } = await searchPlan({ ...question, isBrief: true }, workUnder);
  const [judgement] = (await new Robustness(question, workUnder).judged([asRecommended])) ?? [];
  return isWhole && judgement !== undefined ? { recommendation, asRecommended: judgement, current } : null;
}
