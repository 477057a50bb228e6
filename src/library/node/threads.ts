import { availableParallelism } from 'node:os';
import type { Threads } from '../../advisor/index.ts';
import { workerPool } from './worker-pool.ts';

/** The threads of this machine, for the jobs of questions. */
export function threadsOf(processors = availableParallelism()): Threads {
  return {
    processors,
    wallMs: Date.now,
    pool: (kind, workers) => workerPool(MODULES[kind], workers),
  };
}

/** The module that a thread loads for each kind of job. Its default export is the job. */
const MODULES = {
  alike: new URL('./jobs/alike.js', import.meta.url),
  plan: new URL('./jobs/plan.js', import.meta.url),
  trial: new URL('./jobs/trial.js', import.meta.url),
  variant: new URL('./jobs/variant.js', import.meta.url),
  window: new URL('./jobs/window.js', import.meta.url),
  world: new URL('./jobs/world.js', import.meta.url),
};
