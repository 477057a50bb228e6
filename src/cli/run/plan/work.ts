import type { Simulation } from '../../../engine/index.ts';
import { type Evaluated, type Trial, type TryOut, trialsOf, type WorkAt } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
import type { Thread } from '../../machine.ts';
import type { Terminal } from '../../terminal.ts';
import { transferable } from './transfer.ts';

/** Somebody who evaluates groups until closed. */
export interface Crew {
  readonly workAt: WorkAt;
  /** Trials; several askers share the threads. */
  readonly tryOut: TryOut;
  close(): Promise<void>;
}

const LOOK_MS = 50;

/** This thread, and one for each processor more. */
export function crewFor(simulation: Simulation, interruption: Interruption, { machine }: Terminal): Crew {
  const answer = trialsOf(simulation);
  const others = machine.processors - 1;
  const data = others === 0 ? null : transferable(simulation);
  const hands = Array.from({ length: others }, (): Hand => {
    const thread = machine.thread<Trial, Evaluated[]>(new URL('./worker.js', import.meta.url), data);
    return { thread, has: 0 };
  });
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
    // Threads are given theirs, and their answers are taken, before this one has no ear for a while.
    await interruption.look();
    isHereBusy = false;
    if (interruption.asked) return;
    try {
      resolve(answer(trial));
    } catch (error) {
      reject(error);
    }
    share();
  };
  const tryOut: TryOut = async (trials) => {
    const done: Evaluated[][] = [];
    let isDone = false;
    // Those that take longest first, so that nobody waits for the last of them.
    const inOrder = [...trials.entries()].sort(([, one], [, other]) => other.group.length - one.group.length);
    const all = Promise.all(
      inOrder.map(async ([at, trial]) => {
        done[at] = await new Promise<Evaluated[]>((resolve, reject) => {
          waiting.push({ trial, resolve, reject });
        });
      }),
    ).finally(() => {
      isDone = true;
    });
    share();
    // Whoever presses Ctrl-C does not wait for runs that are under way: closing ends them.
    const stopped = async () => {
      while (!isDone && !interruption.asked) await machine.sleep(LOOK_MS);
    };
    await Promise.race([all, stopped()]);
    return trials.map((_, at) => done[at] ?? null);
  };
  return {
    workAt: workBy(tryOut),
    tryOut,
    close: async () => {
      await Promise.all(hands.map(({ thread }) => thread.close()));
    },
  };
}

interface Hand {
  readonly thread: Thread<Trial, Evaluated[]>;
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
