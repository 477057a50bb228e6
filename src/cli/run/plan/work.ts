import type { Simulation } from '../../../engine/index.ts';
import { type Evaluated, evaluateGroup, type Group, type Work } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { transferable } from './transfer.ts';

/** Somebody who evaluates groups until closed. */
export interface Crew {
  readonly work: Work;
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
    return {
      work: async (groups) => {
        const done: (Evaluated[] | null)[] = [];
        for (const group of groups) {
          await interruption.look();
          done.push(interruption.asked ? null : evaluateGroup(simulation, group));
        }
        return done;
      },
      close: async () => {},
    };
  }
  const data = transferable(simulation);
  const threads = Array.from({ length: machine.processors }, () =>
    machine.thread<Group, Evaluated[]>(new URL('./worker.js', import.meta.url), data),
  );
  return {
    work: async (groups) => {
      const done: Evaluated[][] = [];
      let next = 0;
      let isDone = false;
      const hand = async (thread: (typeof threads)[number]) => {
        while (next < groups.length && !interruption.asked) {
          const at = next++;
          done[at] = await thread.ask(groups[at] as Group);
        }
      };
      const all = Promise.all(threads.map(hand)).finally(() => {
        isDone = true;
      });
      // Whoever presses Ctrl-C does not wait for runs that are under way: closing ends them.
      const stopped = async () => {
        while (!isDone && !interruption.asked) await machine.sleep(LOOK_MS);
      };
      await Promise.race([all, stopped()]);
      return groups.map((_, at) => done[at] ?? null);
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
