import type { ResourceRules } from '../compute/index.ts';
import type { Demand } from '../workload/index.ts';
import type { Simulation } from './simulation.ts';

/** The rules of a compute with this demand. A load that counts processes that wait has none that wait beside them. */
export function resourceRules({ facts, assumptions }: Simulation, demand: readonly Demand[]): ResourceRules {
  const countsWaits = demand.some((one) => one.kind === 'load' && one.countsWaits === true);
  return { facts, assumptions: countsWaits ? { ...assumptions, randomArrivals: false } : assumptions };
}
