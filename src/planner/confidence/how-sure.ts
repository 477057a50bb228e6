import type { Simulation } from '../../simulator/index.ts';
import type { DetailOf } from '../details/detail.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { wholeDays } from './days.ts';
import { DAYS_NEEDED, type Uncertainty, uncertaintyOf, unknown } from './uncertainty.ts';

/**
 * The confidence in the outcome of a configuration, by a run of it, if there are enough days. Null if it was stopped.
 */
export async function howSure(
  simulation: Simulation,
  { configuration, broken }: Judged,
  objectives: Objectives,
  detailOf: DetailOf,
): Promise<Uncertainty | null> {
  const days = wholeDays(simulation);
  if (days < DAYS_NEEDED) return unknown(days);
  const sums = await detailOf({ kind: 'days', configuration, objectives });
  if (sums === null) return null;
  return uncertaintyOf(
    sums,
    simulation,
    objectives,
    // Future months are drawn from the days as they were, so only objectives broken without conditions count.
    broken.filter(({ under }) => under === undefined).map(({ objective }) => objective),
  );
}
