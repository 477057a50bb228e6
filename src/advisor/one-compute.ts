import { isUnmeasured } from '../planner/index.ts';
import { noData, problem } from '../problem/index.ts';
import type { Scenario } from '../scenario/index.ts';
import type { Simulation } from '../simulator/index.ts';

/** Throws a problem if a question about one compute meets several. */
export function refuseMany(
  { computes }: Simulation,
  file: string,
  what: 'a plan' | 'a comparison' | 'a check' | 'an answer' | 'a backtest',
): void {
  if (computes.length === 1) return;
  throw problem(
    { file },
    `it has ${computes.length} computes`,
    what === 'a plan'
      ? 'plan this file by itself, as a project'
      : `${what} is made for one: give a scenario of each`,
  );
}

/** Throws a problem if a compute has a schedule, which a plan for one configuration would have to ignore. */
export function refuseScheduled({ isScheduled }: Scenario, file: string): void {
  if (!isScheduled) return;
  throw problem(
    { file },
    'a compute has a schedule, and a plan looks for one configuration',
    'leave the schedule out: ‹schedule› then looks for a better one',
  );
}

/** Throws a problem if no CPU sample has a value. Such a trace would look idle, and cost next to nothing. */
export function refuseUnmeasured(simulation: Simulation, file: string): void {
  if (isUnmeasured(simulation))
    throw noData({ file }, 'none of its samples has a value', 'export a time in which it was measured');
}
