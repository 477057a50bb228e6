import { type Simulation, withScheduledHours } from '../../simulator/index.ts';
import type { LocalHours } from '../../workload/index.ts';
import { type Configuration, onlyCompute, withConfiguration } from '../configurations/configuration.ts';

/** Two configurations that take turns by the hour of the week. They share the connection path. */
export interface WeeklySchedule {
  readonly hours: LocalHours;
  readonly inside: Configuration;
  readonly outside: Configuration;
}

/** The same demand, while somebody changes the compute by a schedule. */
export function withSchedule(simulation: Simulation, { hours, inside, outside }: WeeklySchedule): Simulation {
  const base = withConfiguration(simulation, outside);
  const { size, suspendAfterMs } = inside;
  const compute = withScheduledHours(onlyCompute(base), [{ hours, size, suspendAfterMs }], base);
  return { ...base, computes: [compute] };
}
