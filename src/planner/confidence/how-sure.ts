import type { Simulation } from '../../engine/index.ts';
import type { Judged } from '../promises/judged.ts';
import type { Promises } from '../promises/promises.ts';
import { daysOf, wholeDays } from './days.ts';
import { DAYS_NEEDED, type Uncertainty, uncertaintyOf, unknown } from './uncertainty.ts';

/** How sure it is what a setting comes to: by a run of it, where there are days enough. */
export function howSure(
  simulation: Simulation,
  { setting, broken }: Judged,
  promises: Promises,
): Uncertainty {
  const days = wholeDays(simulation);
  if (days < DAYS_NEEDED) return unknown(days);
  return uncertaintyOf(
    daysOf(simulation, setting, promises),
    simulation,
    promises,
    // Months to come are drawn from the days that were seen, as they were.
    broken.filter(({ under }) => under === undefined).map(({ promise }) => promise),
  );
}
