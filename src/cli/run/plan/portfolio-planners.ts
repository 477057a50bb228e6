import type { Plan } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { type PlanJob, planJob } from './portfolio-job.ts';

/** Somebody who makes one plan at a time; null: stopped before its end. */
export type Planner = (job: PlanJob) => Promise<Plan | null>;

export interface Planners {
  readonly each: readonly Planner[];
  close(): Promise<void>;
}

const LOOK_MS = 50;

/** A thread for each processor; with one, this thread itself. A plan is made whole by one of them. */
export function plannersFor(interruption: Interruption, { machine }: Terminal): Planners {
  if (machine.processors === 1) {
    const isStopped = async () => {
      await interruption.look();
      return interruption.asked;
    };
    return {
      each: [
        async (job) => {
          const found = await planJob(job, isStopped);
          return found.isWhole ? found : null;
        },
      ],
      close: async () => {},
    };
  }
  const threads = Array.from({ length: machine.processors }, () =>
    machine.thread<PlanJob, Plan>(new URL('./portfolio-worker.js', import.meta.url), null),
  );
  return {
    each: threads.map((thread) => async (job: PlanJob) => {
      let isDone = false;
      const answer = thread.ask(job).finally(() => {
        isDone = true;
      });
      // Whoever presses Ctrl-C does not wait for plans that are under way: closing ends them.
      const stopped = async () => {
        while (!isDone && !interruption.asked) await machine.sleep(LOOK_MS);
        return null;
      };
      const found = await Promise.race([answer, stopped()]);
      return found ?? (isDone ? answer : null);
    }),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
