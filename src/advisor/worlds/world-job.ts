import { type WorldQuestion, type WorldResult, workInWorld } from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

/** A question about one world, as plain data. */
export interface WorldJob extends Omit<WorldQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
}

/** Returns null if it was stopped before its end. */
export function worldJob(
  { simulation, ...question }: WorldJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<WorldResult | null> {
  return workInWorld({ ...question, simulation: received(simulation) }, isStopped);
}
