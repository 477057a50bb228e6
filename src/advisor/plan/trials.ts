import {
  type ConfigurationTrial,
  type DetailOf,
  type DetailRun,
  detailHere,
  type Evaluated,
  KnownRuns,
  type RunsOfTrial,
  type TryOut,
  tellersOf,
  trialRunsOf,
  type WorkUnder,
  workUnderBy,
} from '../../planner/index.ts';
import { InvariantError } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import type { Threads } from '../threads/threads.ts';
import { transferable } from '../threads/transfer.ts';
import { untilAborted } from '../threads/until-aborted.ts';
import type { AnswerTo, PlanRuns, TrialAnswer } from './trial-task.ts';

/** Evaluates groups of configurations of one simulation. */
interface TrialRunner {
  readonly workUnder: WorkUnder;
  /** Several callers share the workers. */
  readonly tryOut: TryOut;
  /** Details take workers only while no trial waits for one. */
  readonly detailOf: DetailOf;
}

/** Workers that evaluate trials. This thread evaluates trials too if there are fewer workers than processors. */
export interface TrialPool {
  readonly processors: number;
  /** 0 with one processor. */
  readonly workers: number;
  /** Returns a function that lets a worker make runs of one simulation. */
  evaluator(simulation: Simulation): (runs: PlanRuns) => Promise<TrialAnswer>;
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
    return {
      processors,
      workers: 0,
      evaluator: () => () => {
        throw new InvariantError('there is no worker');
      },
      close: async () => {},
    };
  const workers = areLong ? processors : processors - 1;
  const pool = await threads.pool('trial', workers);
  let simulations = 0;
  return {
    processors,
    workers,
    evaluator(simulation) {
      const task = { id: simulations++, simulation: transferable(simulation) };
      return (runs) => pool.run({ ...task, runs });
    },
    close: pool.close,
  };
}

/**
 * Shares the trials of a simulation between this thread and the pool. Details are made by the pool if it has a worker for
 * each processor.
 */
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
  for (let worker = 0; worker < pool.workers; worker++)
    evaluate({ kind: 'preparation' }).then(isReady, isReady);
  const arrived: Waiting[] = [];
  const waiting: Waiting[] = [];
  const details: WaitingDetail[] = [];
  const isMore = () => waiting.length > 0 && !signal.aborted;
  let isHereBusy = false;
  const inPool = async (runs: PlanRuns) => {
    givenTrials++;
    const answer = await evaluate(runs);
    givenTrials--;
    return answer;
  };
  const give = () => {
    const { trial, runs, resolve, reject } = waiting.shift() as Waiting;
    const { own, others } = runs;
    const known = tellersOf(trial.group, [...own, ...others.flat()]);
    inPool({ kind: 'trial', trial, known }).then((answer) => {
      const { evaluated, runs: added } = answer as AnswerTo<'trial'>;
      own.push(...added);
      share();
      resolve(evaluated);
    }, reject);
  };
  const giveDetail = () => {
    const { detail, resolve, reject } = details.shift() as WaitingDetail;
    inPool({ kind: 'detail', detail }).then((answer) => {
      share();
      resolve((answer as AnswerTo<'detail'>).result as never);
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
    while (givenTrials < readyWorkers && details.length > 0 && !signal.aborted) giveDetail();
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
  const detailInPool: DetailOf = <Result>(detail: DetailRun) => {
    const made = new Promise<Result>((resolve, reject) => {
      details.push({ detail, resolve, reject });
      queueMicrotask(share);
    });
    return untilAborted(made, signal);
  };
  return {
    workUnder: workUnderBy(tryOut),
    tryOut,
    detailOf: pool.workers < pool.processors ? detailHere(simulation) : detailInPool,
  };
}

interface Waiting {
  readonly trial: ConfigurationTrial;
  readonly runs: RunsOfTrial;
  readonly resolve: (evaluated: Evaluated[]) => void;
  readonly reject: (error: unknown) => void;
}

interface WaitingDetail {
  readonly detail: DetailRun;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}
