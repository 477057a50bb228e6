import type { Simulation } from '../../simulator/index.ts';
import { howSure } from '../confidence/how-sure.ts';
import { isAtLittleRisk, type Uncertainty } from '../confidence/uncertainty.ts';
import type { DetailOf } from '../details/detail.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';

/** A configuration that meets all objectives in more months than the recommendation does. */
export interface Safer extends Judged {
  readonly uncertainty: Uncertainty;
}

/**
 * If the recommendation is at risk, returns the cheapest other configuration at low risk. Null if the next
 * ones are no better, or if nothing is known about future months.
 *
 * @param others returns up to `most` other configurations that meet all objectives, each at another cost, the
 * cheapest first
 */
export async function saferThan(
  { feasible: kept }: Uncertainty,
  others: (most: number) => Promise<readonly Judged[]>,
  simulation: Simulation,
  objectives: Objectives,
  detailOf: DetailOf,
): Promise<Safer | null> {
  if (kept === null || isAtLittleRisk(kept)) return null;
  for (const one of await others(TRIED)) {
    const uncertainty = await howSure(simulation, one, objectives, detailOf);
    if (uncertainty !== null && isAtLittleRisk(uncertainty.feasible ?? 0)) return { ...one, uncertainty };
  }
  return null;
}

const TRIED = 8;
