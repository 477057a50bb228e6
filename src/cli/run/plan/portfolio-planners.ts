import type { Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { type PlanJob, type PlannedJob, planJob } from './portfolio-job.ts';
import { type Workers, workersFor } from './workers.ts';

/** Those who make the plans of many databases, each one at a time. */
export function plannersFor(
  interruption: Interruption,
  terminal: Terminal,
): Promise<Workers<PlanJob, PlannedJob>> {
  return workersFor(new URL('./portfolio-worker.js', import.meta.url), planJob, interruption, terminal);
}
