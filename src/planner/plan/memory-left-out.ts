import { allChanges, hasNoEffect, type Simulation } from '../../simulator/index.ts';
import { withoutMemory } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';

/**
 * The same demand without its measured memory, if memory may decide the size. Memory that was measured on
 * another server may include cache, and a smaller compute has less cache. Null if no memory was measured, or
 * if the smallest size has room for all of it.
 */
export function memoryLeftOut(simulation: Simulation): Simulation | null {
  const compute = onlyCompute(simulation);
  const loads = compute.demand.flatMap((one) => (one.kind === 'load' ? [one] : []));
  if (!loads.some(({ known }) => known?.memory !== undefined)) return null;
  const { assumptions, facts } = simulation;
  const bytes = loads.reduce(
    (sum, load) =>
      sum +
      allChanges(simulation, load, compute.name).mostMemoryBytes +
      load.connections * assumptions.connectionMemoryBytes,
    assumptions.baseMemoryBytes,
  );
  const smallest = Math.min(...facts.listedSizesCu.value);
  if (hasNoEffect(bytes, { minCu: smallest, maxCu: smallest }, simulation)) return null;
  return { ...simulation, computes: [{ ...compute, demand: withoutMemory(compute.demand) }] };
}
