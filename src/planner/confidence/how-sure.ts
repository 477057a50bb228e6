import type { Simulation } from '../../simulator/index.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { daysOf, wholeDays } from './days.ts';
import { DAYS_NEEDED, type Uncertainty, uncertaintyOf, unknown } from './uncertainty.ts';

/** How sure it is what a configuration comes to: by a run of it, where there are days enough. */
export function howSure(
  simulation: Simulation,
  { configuration, broken }: Judged,
  objectives: Objectives,
): Uncertainty {
  const days = wholeDays(simulation);
  if (days < DAYS_NEEDED) return unknown(days);
  return uncertaintyOf(
    daysOf(simulation, configuration, objectives),
    simulation,
    objectives,
    // Months to come are drawn from the days that were seen, as they were.
    broken.filter(({ under }) => under === undefined).map(({ objective }) => objective),
  );
}
