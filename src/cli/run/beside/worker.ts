import { parentPort } from 'node:worker_threads';
import { Run } from '../../../engine/index.ts';
import { received, type TransferableSimulation } from '../transfer.ts';
import { besideTotals } from './totals.ts';

/** A thread that runs the variants that it is sent, one after another. */
parentPort?.on('message', (question: TransferableSimulation) => {
  const simulation = received(question);
  const run = new Run(simulation);
  run.advance(simulation.horizonMs);
  parentPort?.postMessage(besideTotals(run));
});
