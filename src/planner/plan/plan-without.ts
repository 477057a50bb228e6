import type { Configuration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import { searchPlan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** The plan for a demand without a part of it, such as background activity. */
export interface PlanWithout {
  /** Null if no configuration meets all objectives. */
  readonly recommendation: Judged | null;
  /** The recommendation for the whole demand, run without that part. */
  readonly asRecommended: Judged;
  /** The current configuration, run without that part; null if there is none. */
  readonly current: Judged | null;
}

/**
 * @param question asks about the demand without that part
 * @returns null if the search was stopped
 */
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
