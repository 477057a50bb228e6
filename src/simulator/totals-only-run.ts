import { kernelRun } from './fast/kernel-run.ts';
import { Run } from './run.ts';
import type { RunTotals } from './run-totals.ts';
import type { Simulation } from './simulation.ts';

/** A run of a simulation for its sums, by the shortest way that there is. */
export function totalsOnlyRun(simulation: Simulation): RunTotals {
  return kernelRun(simulation) ?? new Run(simulation, null, 'sums');
}
