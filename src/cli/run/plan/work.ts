import type { Simulation } from '../../../engine/index.ts';
import { type Evaluated, type Trial, type TryOut, trialsOf, type WorkAt } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
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

/** As many threads as there are processors; with one, this thread itself. */
export async function crewFor(
  simulation: Simulation,
  interruption: Interruption,
  { machine }: Terminal,
): Promise<Crew> {
  if (machine.processors === 1) {
    const answer = trialsOf(simulation);
    const tryOut: TryOut = async (trials) => {
      const done: (Evaluated[] | null)[] = [];
      for (const trial of trials) {
        await interruption.look();
        done.push(interruption.asked ? null : answer(trial));
      }
      return done;
    };
    return { workAt: workBy(tryOut), tryOut, close: async () => {} };
  }
  const data = transferable(simulation);
  const threads = Array.from({ length: machine.processors }, () =>
    machine.thread<Trial, Evaluated[]>(new URL('./worker.js', import.meta.url), data),
  );
  const idle = [...threads];
  const waiting: Waiting[] = [];
  /** Each idle thread takes what has waited for longest, and when it is done, the next. */
  const hand = () => {
    while (idle.length > 0 && waiting.length > 0 && !interruption.asked) {
      const thread = idle.pop() as (typeof threads)[number];
      const { trial, resolve, reject } = waiting.shift() as Waiting;
      thread.ask(trial).then((evaluated) => {
        idle.push(thread);
        hand();
        resolve(evaluated);
      }, reject);
    }
  };
  const tryOut: TryOut = async (trials) => {
    const done: Evaluated[][] = [];
    let isDone = false;
    const all = Promise.all(
      trials.map(async (trial, at) => {
        done[at] = await new Promise<Evaluated[]>((resolve, reject) => {
          waiting.push({ trial, resolve, reject });
        });
      }),
    ).finally(() => {
      isDone = true;
    });
    hand();
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
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
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
