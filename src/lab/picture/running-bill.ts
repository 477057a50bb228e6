import type { Simulation } from '../../library/tidemark.ts';
import { hourBoundaries } from './hours.ts';
import type { SizeStep } from './size-step.ts';

/** The amount that was charged until each time. */
export interface RunningBill {
  readonly atMs: readonly number[];
  readonly cost: readonly number[];
}

/**
 * Returns the bill until each time: exact if all changes of size are listed, and by the hour otherwise.
 *
 * @param isWhole whether `steps` has every change
 */
export function runningBill(
  simulation: Simulation,
  steps: readonly SizeStep[],
  isWhole: boolean,
): RunningBill {
  const { hours, totals, until } = simulation;
  if (!isWhole && hours.from.length > 0)
    return scaled(hourBoundaries(simulation), hours.quarterCuMs, totals.cost);
  const atMs = [...steps.map((step) => step.atMs), Date.parse(until)];
  const amounts = steps.map(({ cu }, at) => cu * ((atMs[at + 1] as number) - (atMs[at] as number)));
  return scaled(atMs, amounts, totals.cost);
}

/** Adds amounts up, so that all of them together are the whole cost. */
function scaled(atMs: readonly number[], amounts: readonly number[], cost: number): RunningBill {
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  let sum = 0;
  const until = amounts.map((amount) => {
    sum += amount;
    return all === 0 ? 0 : (cost * sum) / all;
  });
  return { atMs, cost: [0, ...until] };
}
