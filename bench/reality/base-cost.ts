import type { QueryCost } from './queries.ts';

/** Mostly, the error becomes ten times smaller with each try. Where queries meet by chance, it can stay as it is. */
const MOST_FACTORS = 10;
const CLOSE_ENOUGH = 1e-4;

/**
 * The processor time of queries is measured in a demand, where some share a processor and need more of it. Returns the
 * factor that makes a simulation with contention use as much, or comes nearest of those tried.
 *
 * @param usedMsWith the processor time of a query in a simulation whose costs have this factor
 */
export function baseCostFactor(usedMs: number, usedMsWith: (factor: number) => number): number {
  let nearest = { factor: 1, error: Number.POSITIVE_INFINITY };
  let factor = 1;
  for (let n = 0; n < MOST_FACTORS && nearest.error > CLOSE_ENOUGH; n++) {
    const missing = usedMs / usedMsWith(factor);
    const error = Math.abs(missing - 1);
    if (error < nearest.error) nearest = { factor, error };
    factor *= missing;
  }
  return nearest.factor;
}

export function scaledCost(cost: QueryCost, factor: number): QueryCost {
  const cpuMs = cost.cpuMs * factor;
  // The wait beside the processor time stays.
  return { ...cost, cpuMs, tookMs: cost.tookMs + cpuMs - cost.cpuMs };
}
