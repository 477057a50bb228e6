import type { Threads } from '../../advisor/index.ts';
import type { Machine } from '../machine.ts';

/** The threads of a machine, for the jobs of questions. Each kind of job is a module beside this one. */
export function threadsOf(machine: Machine): Threads {
  return {
    processors: machine.processors,
    wallMs: machine.wallMs,
    pool: (kind, workers) => machine.workerPool(new URL(`./${kind}.js`, import.meta.url), workers),
  };
}
