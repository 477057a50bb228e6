import {
  type ConfigurationTrial,
  type Evaluated,
  type KnownRun,
  KnownRuns,
  type RunsOfTrial,
  type TryOut,
  tellersOf,
  trialRunsOf,
  type WorkUnder,
  workUnderBy,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import type { Threads } from '../threads/threads.ts';
import { transferable } from '../threads/transfer.ts';
import { untilAborted } from '../threads/until-aborted.ts';
import type { TrialAnswer } from './trial-task.ts';

/** Evaluates groups of configurations of one simulation. */
interface TrialRunner {
  readonly workUnder: WorkUnder;
  /** Several callers share the workers. */
  readonly tryOut: TryOut;
}

/** Workers that evaluate trials. This thread evaluates trials too if there are fewer workers than processors. */
export interface TrialPool {
  readonly processors: number;
  /** 0 with one processor. */
  readonly workers: number;
  /** Returns a function that evaluates trials of one simulation. It takes null to only prepare a worker. */
  evaluator(
    simulation: Simulation,
  ): (trial: ConfigurationTrial | null, known?: readonly KnownRun[]) => Promise<TrialAnswer>;
  close(): Promise<void>;
}

/**
 * @param areLong A trial takes long, such as one of jobs. Each processor then has a worker, and this thread only gives
 * them trials: while it ran one itself, a worker that is done would wait for it. Short trials are not worth the start
 * of one more worker.
 */
export async function openTrialPool(threads: Threads, areLong = false): Promise<TrialPool> {
  const { processors } = threads;
  if (processors === 1)
    return { processors, workers: 0, evaluator: () => async () => NOTHING, close: async () => {} };
  const workers = areLong ? processors : processors - 1;
  const pool = await threads.pool('trial', workers);
  let simulations = 0;
  return {
    processors,
    workers,
    evaluator(simulation) {
      const task = { id: simulations++, simulation: transferable(simulation) };
      return (trial, known = []) => pool.run({ ...task, trial, known });
    },
    close: pool.close,
  };
}

const NOTHING: TrialAnswer = { evaluated: [], runs: [] };

/** Shares the trials of a simulation between this thread and the pool. */
export function trialRunner(
  simulation: Simulation,
  { signal, pause }: Pick<Asking, 'signal' | 'pause'>,
  pool: TrialPool,
): TrialRunner {
  const runsOf = trialRunsOf(simulation);
  /** The runs of all threads, so that each thread can use the runs of the others. */
  const known = new KnownRuns();
  const evaluate = pool.evaluator(simulation);
  let readyWorkers = 0;
  /** Trials that the pool has been given and has not answered. */
  let givenTrials = 0;
  // A worker that fails here fails again at its first trial, where its error is reported.
  const isReady = () => {
    readyWorkers++;
    share();
  };
  for (let worker = 0; worker < pool.workers; worker++) evaluate(null).then(isReady, isReady);
  const arrived: Waiting[] = [];
  const waiting: Waiting[] = [];
  const isMore = () => waiting.length > 0 && !signal.aborted;
  let isHereBusy = false;
  const give = () => {
    const { trial, runs, resolve, reject } = waiting.shift() as Waiting;
    givenTrials++;
    const { own, others } = runs;
    evaluate(trial, tellersOf(trial.group, [...own, ...others.flat()])).then((answer) => {
      own.push(...answer.runs);
      givenTrials--;
      share();
      resolve(answer.evaluated);
    }, reject);
  };
  /**
   * First come, first served. Each worker has one trial queued beside its current one, because this thread may be busy
   * when the worker finishes.
   */
  const share = () => {
    while (givenTrials < readyWorkers && isMore()) give();
    if (!isHereBusy && pool.workers < pool.processors && isMore()) doHere(waiting.shift() as Waiting);
    while (givenTrials < 2 * readyWorkers && isMore()) give();
  };
  const doHere = async ({ trial, runs: known, resolve, reject }: Waiting) => {
    isHereBusy = true;
    try {
      const runs = runsOf(trial, known);
      for (;;) {
        // This thread cannot serve the workers during a run, so they get their trials first.
        await pause();
        if (signal.aborted) return;
        const { done, value } = runs.next();
        if (done !== true) continue;
        resolve(value);
        break;
      }
    } catch (error) {
      reject(error);
    } finally {
      isHereBusy = false;
    }
    share();
  };
  const answers = new Map<string, Promise<Evaluated[]>>();
  /** Several questions ask for the same runs under the same conditions, often at the same time. */
  const ask = (trial: ConfigurationTrial) => {
    if (trial.conditions.length === 0) return askAnew(trial);
    const key = JSON.stringify(trial);
    const answer = answers.get(key) ?? askAnew(trial);
    answers.set(key, answer);
    return answer;
  };
  const askAnew = (trial: ConfigurationTrial) =>
    new Promise<Evaluated[]>((resolve, reject) => {
      const runs = known.under(trial);
      if (arrived.push({ trial, runs, resolve, reject }) === 1) queueMicrotask(queue);
    });
  /** Of the trials that arrive together, the longest go first, so that none of them is left alone at the end. */
  const queue = () => {
    waiting.push(
      ...arrived.splice(0).sort((one, other) => other.trial.group.length - one.trial.group.length),
    );
    share();
  };
  const tryOut: TryOut = async (trials) => {
    const done: Evaluated[][] = [];
    const all = Promise.all(
      trials.map(async (trial, at) => {
        done[at] = await ask(trial);
      }),
    );
    // Closing the pool ends the runs that are under way.
    await untilAborted(all, signal);
    return trials.map((_, at) => done[at] ?? null);
  };
  return {
    workUnder: workUnderBy(tryOut),
    tryOut,
  };
}

interface Waiting {
  readonly trial: ConfigurationTrial;
  readonly runs: RunsOfTrial;
  readonly resolve: (evaluated: Evaluated[]) => void;
  readonly reject: (error: unknown) => void;
}
