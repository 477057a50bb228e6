import {
  type ConfigurationTrial,
  type DetailResults,
  type DetailRun,
  detailsOf,
  type Evaluated,
  inOneGo,
  type KnownRun,
  trialRunsOf,
} from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

/** The work of a worker for a plan. */
export type PlanRuns =
  /** Only prepares the worker for runs of the simulation. */
  | { readonly kind: 'preparation' }
  | {
      readonly kind: 'trial';
      readonly trial: ConfigurationTrial;
      /** Earlier runs that may decide configurations of this trial without a run. */
      readonly known: readonly KnownRun[];
    }
  | { readonly kind: 'detail'; readonly detail: DetailRun };

export interface TrialTask {
  /** A number for each simulation. Every task carries its whole simulation, because any worker may take the task. */
  readonly id: number;
  readonly simulation: TransferableSimulation;
  readonly runs: PlanRuns;
}

export type TrialAnswer =
  | { readonly kind: 'preparation' }
  | {
      readonly kind: 'trial';
      readonly evaluated: Evaluated[];
      /** The runs that the trial added. */
      readonly runs: readonly KnownRun[];
    }
  | { readonly kind: 'detail'; readonly result: DetailResults[DetailRun['kind']] };

export type AnswerTo<Kind extends PlanRuns['kind']> = Extract<TrialAnswer, { readonly kind: Kind }>;

let last: {
  readonly id: number;
  readonly runsOf: ReturnType<typeof trialRunsOf>;
  readonly detailOf: ReturnType<typeof detailsOf>;
} | null = null;

/** Evaluates a trial in a worker thread, which reuses work between runs of one simulation. */
export function evaluateTrial({ id, simulation, runs }: TrialTask): TrialAnswer {
  if (last?.id !== id) {
    const own = received(simulation);
    last = { id, runsOf: trialRunsOf(own), detailOf: detailsOf(own) };
  }
  switch (runs.kind) {
    case 'preparation':
      return runs;
    case 'trial': {
      const added: KnownRun[] = [];
      const evaluated = inOneGo(last.runsOf(runs.trial, { own: added, others: [runs.known] }));
      return { kind: 'trial', evaluated, runs: added };
    }
    case 'detail':
      return { kind: 'detail', result: last.detailOf(runs.detail) };
  }
}
