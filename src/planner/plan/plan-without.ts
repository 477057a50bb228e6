import type { Judged } from '../promises/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Setting } from '../settings/setting.ts';
import { plan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** What a plan says of the demand without a part of it, such as what goes on all the time. */
export interface PlanWithout {
  /** null: nothing keeps all promises. */
  readonly choice: Judged | null;
  /** The choice of the demand as it is. */
  readonly asChosen: Judged;
  /** The current configuration; null: nothing is set. */
  readonly present: Judged | null;
}

/** @param question of the demand without that part. null: somebody did not want to wait. */
export async function planWithout(
  question: PlanQuestion,
  chosen: Setting,
  workUnder: WorkUnder,
): Promise<PlanWithout | null> {
  const [results] = await workUnder(AS_ASKED)([[chosen]]);
  const [asChosen] = results ?? [];
  if (asChosen === undefined) return null;
  const { choice, present, isWhole } = await plan({ ...question, isBrief: true }, workUnder);
  const [judgement] = (await new Robustness(question, workUnder).judged([asChosen])) ?? [];
  return isWhole && judgement !== undefined ? { choice, asChosen: judgement, present } : null;
}
