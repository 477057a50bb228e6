import type { Simulation } from '../../../engine/index.ts';
import { problem } from '../../../problem/index.ts';

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
