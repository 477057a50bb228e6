import type { Asking } from '../asking.ts';
import { workersFor } from '../threads/workers.ts';
import { type AlikeAnswer, type AlikeJob, alikeJob } from './alike-job.ts';

type Workers = Awaited<ReturnType<typeof workersFor<'alike'>>>;

/** Opens workers for the jobs of a project. */
export function alikeWorkers(asking: Asking): Promise<Workers> {
  return workersFor('alike', alikeJob, asking);
}

/**
 * Runs jobs side by side, and returns their answers in order. Null for a job that was aborted.
 *
 * @param show is called after each job, with the number of jobs that are done
 */
export async function runAlike(
  jobs: readonly AlikeJob[],
  workers: Workers,
  { signal }: Asking,
  show: (done: number) => void,
): Promise<(AlikeAnswer | null)[]> {
  const answers: (AlikeAnswer | null)[] = jobs.map(() => null);
  let [next, done] = [0, 0];
  await Promise.all(
    workers.each.map(async (worker) => {
      while (next < jobs.length && !signal.aborted) {
        const at = next++;
        answers[at] = await worker(jobs[at] as AlikeJob);
        if (answers[at] !== null) show(++done);
      }
    }),
  );
  return answers;
}
