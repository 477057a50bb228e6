import type { Simulation } from '../engine/index.ts';
import { grown } from '../workload/index.ts';
import { onlyCompute } from './setting.ts';

/** The same compute with more customers of the same kind, or fewer. */
export function grownSimulation(simulation: Simulation, factor: number): Simulation {
  if (factor === 1) return simulation;
  const compute = onlyCompute(simulation);
  return {
    ...simulation,
    computes: [{ ...compute, demand: compute.demand.map((one) => grown(one, factor)) }],
  };
}
