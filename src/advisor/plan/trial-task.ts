import { type Evaluated, type Trial, trialsOf } from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export interface TrialTask {
  /** A number for each simulation. Every task has the whole simulation, for nobody knows which worker takes it. */
  readonly id: number;
  readonly simulation: TransferableSimulation;
  /** null: the worker only gets ready for trials of this simulation. */
  readonly trial: Trial | null;
}

let last: { readonly id: number; readonly evaluate: (trial: Trial) => Evaluated[] } | null = null;

/** Evaluates one trial after another, in a thread of its own. It keeps what trials of one simulation have in common. */
export function evaluateTrial({ id, simulation, trial }: TrialTask): Evaluated[] {
  if (last?.id !== id) last = { id, evaluate: trialsOf(received(simulation)) };
  return trial === null ? [] : last.evaluate(trial);
}
