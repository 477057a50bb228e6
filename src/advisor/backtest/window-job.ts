import { type PastWindow, type TriedWindow, tryWindow, type WindowQuestion } from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

/** The complete input of one window, as plain data. */
export interface WindowJob extends Omit<WindowQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
  readonly window: PastWindow;
}

/** Returns null if it was stopped before its end. */
export function windowJob(
  { simulation, window, ...question }: WindowJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<TriedWindow | null> {
  return tryWindow({ ...question, simulation: received(simulation) }, window, isStopped);
}
