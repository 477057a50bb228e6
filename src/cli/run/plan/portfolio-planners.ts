import type { Plan } from '../../../planner/index.ts';
import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { type PlanJob, planJob } from './portfolio-job.ts';
import { type Workers, workersFor } from './workers.ts';

/** Those who make the plans of many databases, each one at a time. */
export function plannersFor(interruption: Interruption, terminal: Terminal): Workers<PlanJob, Plan> {
  const planned = async (job: PlanJob, isStopped: () => Promise<boolean>) => {
    const found = await planJob(job, isStopped);
    return found.isWhole ? found : null;
  };
  return workersFor(new URL('./portfolio-worker.js', import.meta.url), planned, interruption, terminal);
}
