import { MINUTE_MS } from '../../facts/index.ts';
import { DEFAULT_ASSUMPTIONS, type Simulation } from '../../simulator/index.ts';
import { collect, demandOf, generate } from '../../trace/index.ts';

/** A usual step of metrics. */
export const MEASURED_STEP_MS = 5 * MINUTE_MS;

/**
 * Replaces the demand of a simulation by the metrics that somebody would have measured of it: the CPU and the queries
 * of each step, as `trace generate` writes them. All draws are then made, so a part equals that part of the whole.
 */
export async function measuredSimulation(simulation: Simulation): Promise<Simulation> {
  const { startMs, horizonMs, zone, seed } = simulation;
  const computes = await Promise.all(
    simulation.computes.map(async (compute) => {
      const stream = generate(compute.demand, {
        name: compute.name,
        startMs,
        endMs: startMs + horizonMs,
        fromMs: startMs,
        stepMs: MEASURED_STEP_MS,
        zone,
        seed,
        path: compute.name,
      });
      const { baseMemoryBytes, connectionMemoryBytes } = DEFAULT_ASSUMPTIONS;
      const { demand } = demandOf(await collect(stream), {
        name: 'measured',
        startMs,
        cpuMsPerQuery: null,
        vcpus: null,
        baseMemoryBytes,
        connectionMemoryBytes,
      });
      return { ...compute, demand };
    }),
  );
  return { ...simulation, computes };
}
