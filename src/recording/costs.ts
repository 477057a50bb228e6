import {
  computeCostMicros,
  type FactSet,
  HOUR_MS,
  type PlanName,
  QUOTED_MONTH_HOURS,
  quarterCu,
} from '../facts/index.ts';

/** The cost of time awake at a size, for a month as price lists quote it. */
export interface AwakeCost {
  readonly cuHours: number;
  readonly costMicros: number;
  readonly currency: string;
}

/** The cost of a month without sleep. */
export function costOfAlways(facts: FactSet, plan: PlanName, cu: number): AwakeCost {
  return costOf(facts, plan, cu, QUOTED_MONTH_HOURS * HOUR_MS);
}

/**
 * The cost of a month in which questions at this interval wake a sleeping compute, which stays awake for the timeout
 * after each.
 */
export function costOfLooks(
  facts: FactSet,
  plan: PlanName,
  cu: number,
  everyMs: number,
  suspendAfterMs: number,
): AwakeCost & { readonly wakes: number } {
  const wakes = Math.floor((QUOTED_MONTH_HOURS * HOUR_MS) / (everyMs + suspendAfterMs));
  return { ...costOf(facts, plan, cu, wakes * suspendAfterMs), wakes };
}

/** The cost of one delayed suspend. */
export function costOfDelay(facts: FactSet, plan: PlanName, cu: number, delayMs: number): AwakeCost {
  return costOf(facts, plan, cu, delayMs);
}

function costOf(facts: FactSet, plan: PlanName, cu: number, awakeMs: number): AwakeCost {
  const { currency, computeMicrosPerCuHour } = facts.prices.value;
  const quarterCuMs = quarterCu(cu) * awakeMs;
  return {
    cuHours: (cu * awakeMs) / HOUR_MS,
    costMicros: computeCostMicros(quarterCuMs, computeMicrosPerCuHour[plan]),
    currency,
  };
}
