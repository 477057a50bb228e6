import type { BesideRow } from '../../report/index.ts';
import { Run, type Simulation, totalsOf } from '../../simulator/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export type VariantTotals = Omit<BesideRow, 'name'>;

/** Runs one variant in a worker thread. */
export function runVariant(variant: TransferableSimulation): VariantTotals {
  const simulation = received(variant);
  const run = variantRun(simulation);
  run.advance(simulation.horizonMs);
  return variantTotals(run);
}

/** Only the totals of a variant are shown. */
export function variantRun(simulation: Simulation): Run {
  return new Run(simulation, null, 'sums');
}

export function variantTotals(run: Run): VariantTotals {
  const { cuHours, cost, wakes, throttledSeconds, refused } = totalsOf(run);
  return { cuHours, cost, wakes, throttledSeconds, refused };
}
