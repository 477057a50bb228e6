import type { Simulation } from '../../library/tidemark.ts';
import type { SizeStep } from './size-step.ts';

/** What was charged until each time. */
export interface RunningBill {
  readonly atMs: readonly number[];
  readonly cost: readonly number[];
}

const HOUR_MS = 3_600_000;

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
  const fromMs = Date.parse(simulation.from);
  const untilMs = Date.parse(simulation.until);
  const { from, quarterCuMs } = simulation.hours;
  if (isWhole || from.length === 0) {
    const atMs = [...steps.map((step) => step.atMs), untilMs];
    const amounts = steps.map(({ cu, atMs: at }, i) => cu * ((atMs[i + 1] as number) - at));
    return scaled(atMs, amounts, simulation.totals.cost);
  }
  // The first hour ends with the next whole one.
  const firstEndMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  const ends = quarterCuMs.map((_, i) => Math.min(untilMs, firstEndMs + i * HOUR_MS));
  return scaled([fromMs, ...ends], quarterCuMs, simulation.totals.cost);
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
