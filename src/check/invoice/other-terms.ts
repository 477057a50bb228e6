import { FACT_SET_NAMES, factSet, PLAN_NAMES, type PlanName } from '../../facts/index.ts';
import type { Terms } from '../../planner/index.ts';

/** Terms that an invoice may have been made by, with the fact set and the plan whose prices they have. */
export interface OtherTerms {
  readonly facts: string;
  readonly plan: PlanName;
  readonly terms: Terms;
}

/** The other paid plans, then the prices of the other shipped fact sets of the service for each paid plan. */
export function otherTerms({ facts, plan, prices }: Terms): OtherTerms[] {
  const paid = PLAN_NAMES.filter((name) => name !== 'free');
  // The same plan of another set is likelier than another plan of it.
  const plans = [...paid].sort((one, other) => Number(other === plan) - Number(one === plan));
  const sets = FACT_SET_NAMES.map(factSet).filter(
    (set) =>
      set.name !== facts.name &&
      set.service === facts.service &&
      // Prices that a set has taken are named after the set that states them.
      set.prices.takenFrom === undefined &&
      set.prices.value.currency === prices.currency,
  );
  return [
    ...paid
      .filter((name) => name !== plan)
      .map((name) => ({ facts: facts.name, plan: name, terms: { facts, plan: name, prices } })),
    ...sets.flatMap((set) =>
      plans.map((name) => ({
        facts: set.name,
        plan: name,
        terms: { facts, plan: name, prices: set.prices.value },
      })),
    ),
  ];
}
