import { type Evaluated, inOneGo, type KnownRun, type Trial, trialRunsOf } from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export interface TrialTask {
  /** A number for each simulation. Every task has the whole simulation, for nobody knows which worker takes it. */
  readonly id: number;
  readonly simulation: TransferableSimulation;
  /** null: the worker only gets ready for trials of this simulation. */
  readonly trial: Trial | null;
  /** Runs that may tell of its configurations. */
  readonly known: readonly KnownRun[];
}

export interface TrialAnswer {
  readonly evaluated: Evaluated[];
  /** The runs that it took. */
  readonly runs: readonly KnownRun[];
}

let last: { readonly id: number; readonly runsOf: ReturnType<typeof trialRunsOf> } | null = null;

/** Evaluates one trial after another, in a thread of its own. It keeps what trials of one simulation have in common. */
export function evaluateTrial({ id, simulation, trial, known }: TrialTask): TrialAnswer {
  if (last?.id !== id) last = { id, runsOf: trialRunsOf(received(simulation)) };
  const runs: KnownRun[] = [];
  const evaluated = trial === null ? [] : inOneGo(last.runsOf(trial, { own: runs, others: [known] }));
  return { evaluated, runs };
}
