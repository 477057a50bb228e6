import type { Judged } from '../promises/judged.ts';
import type { Evaluated } from '../search/evaluate.ts';
import type { Robustness } from './robustness.ts';

/**
 * The first of some settings that keep all promises, each of another cost than the others: what costs the same is mostly
 * the same. Fewer where that was given up.
 *
 * @param keeping what keeps all promises as asked, the cheapest first
 * @param told settings whose costs are passed over
 */
export async function othersHolding(
  robust: Robustness,
  keeping: readonly Evaluated[],
  told: readonly (Evaluated | null)[],
  most: number,
): Promise<Judged[]> {
  const costs = new Set(told.map((one) => one?.outcome.costPerMonth));
  const others = keeping.filter(({ outcome }) => !costs.has(outcome.costPerMonth));
  const picked: Judged[] = [];
  for (let at = 0; at < others.length && picked.length < most; at += WAVE) {
    const wave = others.slice(at, at + WAVE).filter(({ outcome }) => !costs.has(outcome.costPerMonth));
    for (const one of (await robust.holding(wave)) ?? []) {
      if (picked.length === most || costs.has(one.outcome.costPerMonth)) continue;
      costs.add(one.outcome.costPerMonth);
      picked.push({ ...one, broken: [] });
    }
  }
  return picked;
}

/** Tried at a time. */
const WAVE = 6;
