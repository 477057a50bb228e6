import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';

/** Somebody who does one job at a time; null: stopped before its end. */
export type Worker<Job, Result> = (job: Job) => Promise<Result | null>;

export interface Workers<Job, Result> {
  readonly each: readonly Worker<Job, Result>[];
  close(): Promise<void>;
}

const LOOK_MS = 50;

/**
 * A thread for each processor, which runs a module; with one processor, this thread itself. A job is done whole by one
 * of them.
 */
export function workersFor<Job, Result>(
  module: URL,
  here: (job: Job, isStopped: () => Promise<boolean>) => Promise<Result | null>,
  interruption: Interruption,
  { machine }: Terminal,
): Workers<Job, Result> {
  if (machine.processors === 1) {
    const isStopped = async () => {
      await interruption.look();
      return interruption.asked;
    };
    return { each: [(job) => here(job, isStopped)], close: async () => {} };
  }
  const threads = Array.from({ length: machine.processors }, () => machine.thread<Job, Result>(module, null));
  return {
    each: threads.map((thread) => async (job: Job) => {
      let isDone = false;
      const answer = thread.ask(job).finally(() => {
        isDone = true;
      });
      // Whoever presses Ctrl-C does not wait for what is under way: closing ends it.
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
