import type { Judged } from '../objectives/judged.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { Robustness } from './robustness.ts';

/**
 * The first configurations that meet all objectives, each at another cost, since configurations at the same
 * cost are mostly alike. Fewer than `most` if the search was stopped.
 *
 * @param keeping configurations that meet all objectives without conditions, the cheapest first
 * @param told configurations that the answer names already; their costs are skipped
 */
export async function othersHolding(
  robust: Robustness,
  keeping: readonly Evaluated[],
  told: readonly (Evaluated | null)[],
  most: number,
): Promise<Judged[]> {
  const toldCosts = new Set(told.map((one) => one?.outcome.costPerMonth));
  const byCost = new Map<number, Evaluated[]>();
  for (const one of keeping) {
    const { costPerMonth } = one.outcome;
    if (!toldCosts.has(costPerMonth)) byCost.set(costPerMonth, [...(byCost.get(costPerMonth) ?? []), one]);
  }
  const held = new Set<Evaluated>();
  for (;;) {
    const first = [...byCost.values()].flatMap(([one]) => one ?? []).slice(0, most);
    const untried = first.filter((one) => !held.has(one));
    const holding = untried.length === 0 ? null : await robust.holding(untried);
    if (holding === null) return first.filter((one) => held.has(one)).map((one) => ({ ...one, broken: [] }));
    for (const one of holding) held.add(one);
    for (const one of untried) if (!held.has(one)) byCost.get(one.outcome.costPerMonth)?.shift();
  }
}
