import { type Asking, isAborted } from '../asking.ts';
import type { Jobs } from './threads.ts';
import { untilAborted } from './until-aborted.ts';

/** Does one job at a time. Resolves to null if it is aborted first. */
type Worker<Job, Result> = (job: Job) => Promise<Result | null>;

interface Workers<Job, Result> {
  readonly each: readonly Worker<Job, Result>[];
  close(): Promise<void>;
}

/**
 * Opens one worker for each processor.
 *
 * @param here does a job in this thread, if there is only one processor
 */
export async function workersFor<Kind extends keyof Jobs>(
  kind: Kind,
  here: (job: Jobs[Kind]['task'], isStopped: () => Promise<boolean>) => Promise<Jobs[Kind]['result'] | null>,
  asking: Asking,
): Promise<Workers<Jobs[Kind]['task'], Jobs[Kind]['result']>> {
  const { threads, signal } = asking;
  if (threads.processors === 1)
    return { each: [(job) => here(job, () => isAborted(asking))], close: async () => {} };
  const pool = await threads.pool(kind, threads.processors);
  const run = (job: Jobs[Kind]['task']) => untilAborted(pool.run(job), signal);
  return { each: Array.from({ length: pool.workers }, () => run), close: pool.close };
}
