import type { Simulation } from '../../engine/index.ts';
import { howSure } from '../confidence/how-sure.ts';
import { isAtLittleRisk, type Uncertainty } from '../confidence/uncertainty.ts';
import type { Judged } from '../promises/judged.ts';
import type { Promises } from '../promises/promises.ts';

/** A setting that keeps all promises in more months than the choice does. */
export interface Safer extends Judged {
  readonly uncertainty: Uncertainty;
}

/**
 * Where months to come may well break what the choice promises: the cheapest other setting of which that is not so; null
 * where the next ones are no better, or where nothing is known of months to come.
 *
 * @param others so many other settings that keep all promises, each of another cost, the cheapest first
 */
export async function saferThan(
  { feasible: kept }: Uncertainty,
  others: (most: number) => Promise<readonly Judged[]>,
  simulation: Simulation,
  promises: Promises,
): Promise<Safer | null> {
  if (kept === null || isAtLittleRisk(kept)) return null;
  for (const one of await others(TRIED)) {
    const uncertainty = howSure(simulation, one, promises);
    if (isAtLittleRisk(uncertainty.feasible ?? 0)) return { ...one, uncertainty };
  }
  return null;
}

const TRIED = 8;
