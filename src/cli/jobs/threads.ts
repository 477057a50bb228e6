import type { Threads } from '../../advisor/index.ts';
import type { HostMachine } from '../terminal/machine.ts';

/** The threads of the machine, for the jobs of questions. */
export function threadsOf(machine: HostMachine): Threads {
  return {
    processors: machine.processors,
    wallMs: machine.wallMs,
    pool: (kind, workers) => machine.workerPool(MODULES[kind], workers),
  };
}

/** The module that a thread loads for each kind of job. Its default export is the job. */
const MODULES = {
  plan: new URL('./plan.js', import.meta.url),
  trial: new URL('./trial.js', import.meta.url),
  variant: new URL('./variant.js', import.meta.url),
  window: new URL('./window.js', import.meta.url),
};
