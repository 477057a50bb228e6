import type { Simulation } from '../../simulator/index.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { daysOf, wholeDays } from './days.ts';
import { DAYS_NEEDED, type Uncertainty, uncertaintyOf, unknown } from './uncertainty.ts';

/** The confidence in the outcome of a configuration, by a run of it, if there are enough days. */
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
    // Future months are drawn from the days as they were, so only objectives broken without conditions count.
    broken.filter(({ under }) => under === undefined).map(({ objective }) => objective),
  );
}
