import type { Simulation } from '../engine/index.ts';
import { howSure } from './how-sure.ts';
import type { Judged } from './judged.ts';
import type { Promises } from './promises.ts';
import { sameSetting } from './setting.ts';
import { isAtLittleRisk, type Uncertainty } from './uncertainty.ts';

/** A setting that keeps all promises in more months than the choice does. */
export interface Safer extends Judged {
  readonly uncertainty: Uncertainty;
}

/**
 * Where months to come may well break what the choice promises: the cheapest other setting of which that is not so; null
 * where the next ones are no better, or where nothing is known of months to come.
 *
 * @param feasible what keeps all promises, the cheapest first
 */
export function saferThan(
  choice: Judged,
  { feasible: kept }: Uncertainty,
  feasible: readonly Judged[],
  simulation: Simulation,
  promises: Promises,
): Safer | null {
  if (kept === null || isAtLittleRisk(kept)) return null;
  for (const one of othersThan(choice, feasible)) {
    const uncertainty = howSure(simulation, one, promises);
    if (isAtLittleRisk(uncertainty.feasible ?? 0)) return { ...one, uncertainty };
  }
  return null;
}

/** The next ones, each of another cost: what costs the same is mostly the same. */
function othersThan(choice: Judged, feasible: readonly Judged[]): Judged[] {
  const costs = new Set<number>();
  return feasible
    .filter(({ setting, outcome: { costPerMonth } }) => {
      if (sameSetting(setting, choice.setting) || costs.has(costPerMonth)) return false;
      costs.add(costPerMonth);
      return true;
    })
    .slice(0, TRIED);
}

const TRIED = 8;
