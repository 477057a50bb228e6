import { AS_ASKED, type WorkUnder } from './conditions.ts';
import type { Judged } from './judged.ts';
import { type PlanQuestion, plan } from './plan.ts';
import { Robustness } from './robust/robustness.ts';
import type { Setting } from './setting.ts';

/** What a plan says of the demand without what goes on all the time. */
export interface WithoutBackground {
  /** null: nothing keeps all promises. */
  readonly choice: Judged | null;
  /** The choice of the demand as it is. */
  readonly asChosen: Judged;
}

/** @param question of the demand without the background. null: somebody did not want to wait. */
export async function withoutBackground(
  question: PlanQuestion,
  chosen: Setting,
  workUnder: WorkUnder,
): Promise<WithoutBackground | null> {
  const [results] = await workUnder(AS_ASKED)([[chosen]]);
  const [asChosen] = results ?? [];
  if (asChosen === undefined) return null;
  const { choice, isWhole } = await plan({ ...question, isBrief: true }, workUnder);
  const [judgement] = (await new Robustness(question, workUnder).judged([asChosen])) ?? [];
  return isWhole && judgement !== undefined ? { choice, asChosen: judgement } : null;
}
