import { Run } from '../../../engine/index.ts';
import { received, type TransferableSimulation } from '../transfer.ts';
import { type BesideTotals, besideTotals } from './totals.ts';

/** A worker of a pool runs one variant after another. */
export default function runVariant(variant: TransferableSimulation): BesideTotals {
  const simulation = received(variant);
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  return besideTotals(run);
}
