import type { QueryCost } from './queries.ts';

/** The error becomes about ten times smaller each time. */
const CORRECTIONS = 3;

/**
 * The processor time of queries is measured in a demand, where some share a processor and need more of it. Returns the
 * factor that makes a simulation with contention use as much.
 *
 * @param usedMsWith the processor time of a query in a simulation whose costs have this factor
 */
export function baseCostFactor(usedMs: number, usedMsWith: (factor: number) => number): number {
  let factor = 1;
  for (let n = 0; n < CORRECTIONS; n++) factor *= usedMs / usedMsWith(factor);
  return factor;
}

export function scaledCost(cost: QueryCost, factor: number): QueryCost {
  const cpuMs = cost.cpuMs * factor;
  // The wait beside the processor time stays.
  return { ...cost, cpuMs, tookMs: cost.tookMs + cpuMs - cost.cpuMs };
}
