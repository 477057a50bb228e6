import type { Simulation } from '../../simulator/index.ts';
import { howSure } from '../confidence/how-sure.ts';
import { isAtLittleRisk, type Uncertainty } from '../confidence/uncertainty.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';

/** A configuration that meets all objectives in more months than the recommendation does. */
export interface Safer extends Judged {
  readonly uncertainty: Uncertainty;
}

/**
 * If future months may well break objectives under the recommendation: the cheapest other configuration of which that
 * is not so; null where the next ones are no better, or where nothing is known of months to come.
 *
 * @param others so many other configurations that meet all objectives, each of another cost, the cheapest first
 */
export async function saferThan(
  { feasible: kept }: Uncertainty,
  others: (most: number) => Promise<readonly Judged[]>,
  simulation: Simulation,
  objectives: Objectives,
): Promise<Safer | null> {
  if (kept === null || isAtLittleRisk(kept)) return null;
  for (const one of await others(TRIED)) {
    const uncertainty = howSure(simulation, one, objectives);
    if (isAtLittleRisk(uncertainty.feasible ?? 0)) return { ...one, uncertainty };
  }
  return null;
}

const TRIED = 8;
