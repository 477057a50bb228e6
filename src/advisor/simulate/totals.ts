import type { BesideRow } from '../../report/index.ts';
import { Run, resultOf } from '../../simulator/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export type BesideTotals = Omit<BesideRow, 'name'>;

/** Runs one variant in a worker thread. */
export function runVariant(variant: TransferableSimulation): BesideTotals {
  const simulation = received(variant);
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return besideTotals(run);
}

export function besideTotals(run: Run): BesideTotals {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { cuHours, cost, wakes, throttledSeconds, refused };
}
