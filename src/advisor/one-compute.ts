import { isUnmeasured } from '../planner/index.ts';
import { noData, problem } from '../problem/index.ts';
import type { Simulation } from '../simulator/index.ts';

/** What answers for one compute says so where there are more. */
export function refuseMany(
  { computes }: Simulation,
  file: string,
  what: 'a plan' | 'a comparison' | 'a check' | 'an answer' | 'a backtest',
): void {
  if (computes.length === 1) return;
  throw problem(
    { file },
    `it has ${computes.length} computes`,
    `${what} is made for one: give a scenario of each`,
  );
}

/** A trace whose CPU has no value at all would look idle, and cost next to nothing. */
export function refuseUnmeasured(simulation: Simulation, file: string): void {
  if (isUnmeasured(simulation))
    throw noData({ file }, 'none of its samples has a value', 'export a time in which it was measured');
}
