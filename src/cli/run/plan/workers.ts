import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/** Somebody who does one job at a time; null: stopped before its end. */
export type Worker<Job, Result> = (job: Job) => Promise<Result | null>;

export interface Workers<Job, Result> {
  readonly each: readonly Worker<Job, Result>[];
  close(): Promise<void>;
}

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
    each: threads.map((thread) => (job: Job) => untilInterrupted(thread.ask(job), interruption, machine)),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
