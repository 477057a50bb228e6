import {
  cheaperRuledOut,
  type Held,
  type Knee,
  kneeOf,
  type Plan,
  type PlanQuestion,
  type PricedRefusal,
  type RuledOut,
  refusalOf,
  type WorkUnder,
} from '../../planner/index.ts';

/** Configurations that would be cheaper if a rule allowed them, and one that carries far more demand for little more money. */
interface PriceOfPlan {
  readonly ruledOut: RuledOut | null;
  readonly knee: Knee | null;
  /** Null if the newest fact set allows the recommendation. */
  readonly refused: PricedRefusal | null;
  /** False if it was aborted. */
  readonly isWhole: boolean;
}

export async function priceOf(
  question: PlanQuestion,
  found: Plan,
  { evaluated, leftOut, growing }: Held,
  workUnder: WorkUnder,
  signal: AbortSignal,
): Promise<PriceOfPlan> {
  if (!found.isWhole) return { ruledOut: null, knee: null, refused: null, isWhole: false };
  const { recommendation } = found;
  const findKnee = async () => {
    const growth = await growing;
    return growth === 'given up' ? null : kneeOf(question, { recommendation, growth }, workUnder);
  };
  const [ruledOut, knee, refused] = await Promise.all([
    cheaperRuledOut(question, { recommendation, evaluated, leftOut }, workUnder),
    findKnee(),
    refusalOf(question, recommendation, workUnder),
  ]);
  return { ruledOut, knee, refused, isWhole: !signal.aborted };
}
