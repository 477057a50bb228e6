import {
  type ConfigurationTrial,
  type Evaluated,
  inOneGo,
  type KnownRun,
  trialRunsOf,
} from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

export interface TrialTask {
  /** A number for each simulation. Every task carries its whole simulation, because any worker may take the task. */
  readonly id: number;
  readonly simulation: TransferableSimulation;
  /** Null to prepare the worker for trials of this simulation. */
  readonly trial: ConfigurationTrial | null;
  /** Earlier runs that may decide configurations of this trial without a run. */
  readonly known: readonly KnownRun[];
}

export interface TrialAnswer {
  readonly evaluated: Evaluated[];
  /** The runs that the trial added. */
  readonly runs: readonly KnownRun[];
}

let last: { readonly id: number; readonly runsOf: ReturnType<typeof trialRunsOf> } | null = null;

/** Evaluates a trial in a worker thread, which reuses work between trials of one simulation. */
export function evaluateTrial({ id, simulation, trial, known }: TrialTask): TrialAnswer {
  if (last?.id !== id) last = { id, runsOf: trialRunsOf(received(simulation)) };
  const runs: KnownRun[] = [];
  const evaluated = trial === null ? [] : inOneGo(last.runsOf(trial, { own: runs, others: [known] }));
  return { evaluated, runs };
}
