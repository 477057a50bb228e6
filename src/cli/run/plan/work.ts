import type { Simulation } from '../../../engine/index.ts';
import { type Evaluated, type Trial, type TryOut, trialRunsOf, type WorkAt } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
import type { Thread } from '../../machine.ts';
import type { Terminal } from '../../terminal.ts';
import { transferable } from '../transfer.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import type { TrialQuestion } from './worker.ts';

/** Somebody who evaluates groups. */
export interface Crew {
  readonly workAt: WorkAt;
  /** Trials; several askers share the threads. */
  readonly tryOut: TryOut;
}

export interface TrialThreads {
  readonly each: readonly TrialThread[];
  close(): Promise<void>;
}

type TrialThread = Thread<TrialQuestion, Evaluated[]>;

/** Threads that get ready for trials, one for each processor but this one's. */
export function trialThreads({ machine }: Terminal): TrialThreads {
  const each = Array.from({ length: machine.processors - 1 }, () =>
    machine.thread<TrialQuestion, Evaluated[]>(new URL('./worker.js', import.meta.url), null),
  );
  return {
    each,
    close: async () => {
      await Promise.all(each.map((thread) => thread.close()));
    },
  };
}

/** This thread, and others. */
export function crewFor(
  simulation: Simulation,
  interruption: Interruption,
  { machine }: Terminal,
  { each }: TrialThreads,
): Crew {
  const runsOf = trialRunsOf(simulation);
  const hands: Hand[] = [];
  if (each.length > 0) {
    const sent = transferable(simulation);
    for (const thread of each) {
      // One that failed at this says so of the next trial.
      const isReady = () => {
        hands.push({ thread, has: 0 });
        share();
      };
      thread.ask(sent).then(isReady, isReady);
    }
  }
  const come: Waiting[] = [];
  const waiting: Waiting[] = [];
  const isMore = () => waiting.length > 0 && !interruption.asked;
  let isHereBusy = false;
  const give = (hand: Hand) => {
    const { trial, resolve, reject } = waiting.shift() as Waiting;
    hand.has++;
    hand.thread.ask(trial).then((evaluated) => {
      hand.has--;
      share();
      resolve(evaluated);
    }, reject);
  };
  /** What has waited for longest is done first. A thread is handed the next one ahead, for this one may be busy then. */
  const share = () => {
    for (const hand of hands) if (hand.has === 0 && isMore()) give(hand);
    if (!isHereBusy && isMore()) doHere(waiting.shift() as Waiting);
    for (const hand of hands) if (hand.has === 1 && isMore()) give(hand);
  };
  const doHere = async ({ trial, resolve, reject }: Waiting) => {
    isHereBusy = true;
    try {
      const runs = runsOf(trial);
      for (;;) {
        // Threads are given theirs, and their answers are taken, before this one has no ear for a run.
        await interruption.look();
        if (interruption.asked) return;
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
  const ask = (trial: Trial) =>
    new Promise<Evaluated[]>((resolve, reject) => {
      if (come.push({ trial, resolve, reject }) === 1) queueMicrotask(queue);
    });
  /** Of those that came together the ones that take longest go first, so that nobody waits for the last of them. */
  const queue = () => {
    waiting.push(...come.splice(0).sort((one, other) => other.trial.group.length - one.trial.group.length));
    share();
  };
  const tryOut: TryOut = async (trials) => {
    const done: Evaluated[][] = [];
    const all = Promise.all(
      trials.map(async (trial, at) => {
        done[at] = await ask(trial);
      }),
    );
    // Closing ends the runs that are under way.
    await untilInterrupted(all, interruption, machine);
    return trials.map((_, at) => done[at] ?? null);
  };
  return {
    workAt: workBy(tryOut),
    tryOut,
  };
}

interface Hand {
  readonly thread: TrialThread;
  /** Trials that it was given and has not answered. */
  has: number;
}

interface Waiting {
  readonly trial: Trial;
  readonly resolve: (evaluated: Evaluated[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Groups under the demand of today times a factor. */
function workBy(tryOut: TryOut): WorkAt {
  return (factor) => (groups, within) =>
    tryOut(groups.map((group) => ({ group, factor, change: null, within: within ?? null })));
}
