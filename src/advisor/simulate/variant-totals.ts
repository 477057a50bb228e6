import type { BesideRow } from '../../report/index.ts';
import { Run, resultOf } from '../../simulator/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export type VariantTotals = Omit<BesideRow, 'name'>;

/** Runs one variant in a worker thread. */
export function runVariant(variant: TransferableSimulation): VariantTotals {
  const simulation = received(variant);
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return variantTotals(run);
}

export function variantTotals(run: Run): VariantTotals {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { cuHours, cost, wakes, throttledSeconds, refused };
}
