import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/** Does one job at a time. Resolves to null if Ctrl-C came first. */
export type Worker<Job, Result> = (job: Job) => Promise<Result | null>;

export interface Workers<Job, Result> {
  readonly each: readonly Worker<Job, Result>[];
  close(): Promise<void>;
}

/** A worker pool of one thread a processor, which runs a module. With one processor, this thread does the jobs itself. */
export async function workersFor<Job, Result>(
  module: URL,
  here: (job: Job, isStopped: () => Promise<boolean>) => Promise<Result | null>,
  interruption: Interruption,
  { machine }: Terminal,
): Promise<Workers<Job, Result>> {
  if (machine.processors === 1) {
    const isStopped = async () => {
      await interruption.look();
      return interruption.asked;
    };
    return { each: [(job) => here(job, isStopped)], close: async () => {} };
  }
  const pool = await machine.workerPool<Job, Result>(module, machine.processors);
  const run = (job: Job) => untilInterrupted(pool.run(job), interruption, machine);
  return { each: Array.from({ length: pool.workers }, () => run), close: pool.close };
}
