import type { BesideRow } from '../../report/index.ts';
import { type RunTotals, totalsOf, totalsOnlyRun } from '../../simulator/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export type VariantTotals = Omit<BesideRow, 'name'>;

/** Runs one variant in a worker thread. */
export function runVariant(variant: TransferableSimulation): VariantTotals {
  const simulation = received(variant);
  const run = totalsOnlyRun(simulation);
  run.advance(simulation.horizonMs);
  return variantTotals(run);
}

/** Only these totals of a variant are shown. */
export function variantTotals(run: RunTotals): VariantTotals {
  const { cuHours, cost, wakes, throttledSeconds, refused } = totalsOf(run);
  return { cuHours, cost, wakes, throttledSeconds, refused };
}
