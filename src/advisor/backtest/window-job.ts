import { type PastWindow, type TriedWindow, tryWindow, type WindowQuestion } from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

/** All that one window of a database follows from, as plain data. */
export interface WindowJob extends Omit<WindowQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
  readonly window: PastWindow;
}

/** null: stopped before its end. */
export function windowJob(
  { simulation, window, ...question }: WindowJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<TriedWindow | null> {
  return tryWindow({ ...question, simulation: received(simulation) }, window, isStopped);
}
