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
import { loadAlone, type Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import type { Threads, WorkerPool } from '../threads/threads.ts';
import { transferable } from '../threads/transfer.ts';
import { untilAborted } from '../threads/until-aborted.ts';
import type { AnswerTo, PlanRuns, TrialAnswer, TrialTask } from './trial-task.ts';

/** Evaluates groups of configurations of one simulation. */
interface TrialRunner {
  readonly workUnder: WorkUnder;
  /** Several callers share the workers. */
  readonly tryOut: TryOut;
  /** Details take workers only while no trial waits for one. */
  readonly detailOf: DetailOf;
}

/** Workers that evaluate trials of several simulations. They start when the first of them is needed. */
export interface TrialPool {
  /** Null before the first call of `evaluator`. Resolves when the workers begin to start. */
  readonly opening: Promise<unknown> | null;
  /** Starts workers, unless there are some. Returns a function that lets one of them make runs of the simulation. */
  evaluator(simulation: Simulation, workers: number): (runs: PlanRuns) => Promise<TrialAnswer>;
  close(): Promise<void>;
}

export function trialPool(threads: Threads): TrialPool {
  let opened: Promise<WorkerPool<TrialTask, TrialAnswer>> | null = null;
  let simulations = 0;
  return {
    get opening() {
      return opened;
    },
    evaluator(simulation, workers) {
      opened ??= threads.pool('trial', workers);
      const pool = opened;
      const task = { id: simulations++, simulation: transferable(simulation) };
      return async (runs) => (await pool).run({ ...task, runs });
    },
    close: async () => (await opened)?.close(),
  };
}

/**
 * Shares the trials of a simulation between this thread and the pool.
 *
 * A trial of jobs takes long. Each processor then has a worker, which makes details too, and this thread only gives them
 * trials: while it ran one itself, a worker that is done would wait for it. Most plans of loads end before a worker would
 * be ready, so this thread begins alone, and workers on the other processors help with a long one.
 */
export function trialRunner(
  simulation: Simulation,
  { signal, pause, threads }: Pick<Asking, 'signal' | 'pause' | 'threads'>,
  pool: TrialPool,
): TrialRunner {
  const { processors } = threads;
  const isByWorkers = processors > 1 && loadAlone(simulation) === null;
  const runsOf = trialRunsOf(simulation);
  /** The runs of all threads, so that each thread can use the runs of the others. */
  const known = new KnownRuns();
  const beganMs = threads.wallMs();
  /** Null before workers are worth their start. */
  let evaluate: ReturnType<TrialPool['evaluator']> | null = null;
  let readyWorkers = 0;
  /** Trials that the pool has been given and has not answered. */
  let givenTrials = 0;
  // A worker that fails here fails again at its first trial, where its error is reported.
  const isReady = () => {
    readyWorkers++;
    share();
  };
  const openPool = () => {
    const workers = isByWorkers ? processors : processors - 1;
    evaluate = pool.evaluator(simulation, workers);
    for (let worker = 0; worker < workers; worker++) evaluate({ kind: 'preparation' }).then(isReady, isReady);
  };
  const isHelpWorthIt = () =>
    evaluate === null &&
    processors > 1 &&
    (pool.opening !== null || threads.wallMs() - beganMs > WORTH_HELP_AFTER_MS);
  const arrived: Waiting[] = [];
  const waiting: Waiting[] = [];
  const details: WaitingDetail[] = [];
  const isMore = () => waiting.length > 0 && !signal.aborted;
  let isHereBusy = false;
  const inPool = async (runs: PlanRuns) => {
    if (evaluate === null) throw new InvariantError('no worker was started');
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
   * While this thread makes runs too, each worker has one trial queued beside its current one, because it would wait for
   * this thread. Otherwise a queued trial would wait for one worker while another one is free.
   */
  const mostGiven = isByWorkers ? 1 : 2;
  /** First come, first served. */
  const share = () => {
    while (givenTrials < readyWorkers && isMore()) give();
    if (!isHereBusy && !isByWorkers && isMore()) doHere(waiting.shift() as Waiting);
    while (givenTrials < mostGiven * readyWorkers && isMore()) give();
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
        if (isHelpWorthIt()) openPool();
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
  /** If trials arrive together, the longest go first, so that none of them is left alone at the end. */
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
  if (isByWorkers) openPool();
  return {
    workUnder: workUnderBy(tryOut),
    tryOut,
    detailOf: isByWorkers ? detailInPool : detailHere(simulation),
  };
}

/** A plan that has taken this long is likely to take as long again, which is worth the start of workers. */
const WORTH_HELP_AFTER_MS = 300;

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
