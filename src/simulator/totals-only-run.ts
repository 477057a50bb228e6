import { kernelRun } from './fast/kernel-run.ts';
import { Run } from './run.ts';
import type { RunTotals } from './run-totals.ts';
import type { Simulation } from './simulation.ts';

/** Returns a totals-only run of a simulation, by the fastest way that the simulation allows. */
export function totalsOnlyRun(simulation: Simulation): RunTotals {
  return kernelRun(simulation) ?? new Run(simulation, null, 'sums');
}
