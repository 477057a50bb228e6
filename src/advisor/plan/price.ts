import {
  AS_ASKED,
  cheaperRuledOut,
  type Held,
  type Knee,
  kneeOf,
  newestRefusal,
  type Plan,
  type PlanQuestion,
  type PricedRefusal,
  type RuledOut,
  type WorkUnder,
} from '../../planner/index.ts';

/** What would be cheaper if a rule allowed it, and what would carry far more demand for little more money. */
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
  { evaluated, leftOut }: Held,
  workUnder: WorkUnder,
  signal: AbortSignal,
): Promise<PriceOfPlan> {
  if (!found.isWhole) return { ruledOut: null, knee: null, refused: null, isWhole: false };
  const [ruledOut, knee, refused] = await Promise.all([
    cheaperRuledOut(question, { recommendation: found.recommendation, evaluated, leftOut }, workUnder),
    kneeOf(question, found, workUnder),
    refusalOf(question, found, workUnder),
  ]);
  return { ruledOut, knee, refused, isWhole: !signal.aborted };
}

/** Prices the nearest configuration that the newest fact set allows, by the facts and prices of the question. */
async function refusalOf(
  { simulation, objectives }: PlanQuestion,
  { recommendation }: Plan,
  workUnder: WorkUnder,
): Promise<PricedRefusal | null> {
  const refusal = recommendation === null ? null : newestRefusal(simulation, recommendation.configuration);
  if (refusal === null) return null;
  const { nearest, ...rest } = refusal;
  if (nearest === null) return { ...rest, nearest };
  const within = { objectives, mostCost: Number.POSITIVE_INFINITY };
  const [[evaluated] = []] = (await workUnder(AS_ASKED)([[nearest]], within)).map((one) => one ?? []);
  return {
    ...rest,
    nearest: evaluated === undefined ? null : { configuration: nearest, outcome: evaluated.outcome },
  };
}
