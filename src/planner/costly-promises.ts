import type { Measured, Simulation } from '../engine/index.ts';
import { AMOUNTS, type Amount, computeOf, MARKS } from './amounts.ts';
import type { Judged } from './judged.ts';
import type { PromiseName } from './promises.ts';
import { withSetting } from './setting.ts';
import { type Watch, watchedRun } from './watched-run.ts';

/** A promise that makes the plan much dearer by itself. */
export interface CostlyPromise {
  readonly promise: PromiseName;
  /** The cheapest setting that breaks this promise and no other. */
  readonly by: Judged;
  /** What the promise costs a month: the price of the cheapest setting that keeps all promises, less that of `by`. */
  readonly costPerMonth: number;
  /** In how many minutes `by` breaks it, of those in which it does anything; null: it is broken by no minute. */
  readonly minutes: { readonly broken: number; readonly busy: number } | null;
}

/**
 * The promises without which a much cheaper setting would be chosen, the dearest first. Every setting that is cheaper than
 * the cheapest one that keeps all promises has been run to its end.
 */
export function costlyPromises(
  simulation: Simulation,
  all: readonly Judged[],
  cheapest: Judged | null,
): CostlyPromise[] {
  if (cheapest === null) return [];
  const price = cheapest.outcome.costPerMonth;
  const least = new Map<PromiseName, Judged>();
  for (const one of all) {
    const [only, ...others] = one.broken;
    if (only === undefined || others.length > 0) continue;
    const before = least.get(only.promise);
    if (before === undefined || one.outcome.costPerMonth < before.outcome.costPerMonth)
      least.set(only.promise, one);
  }
  return [...least]
    .map(([promise, by]) => ({ promise, by, costPerMonth: price - by.outcome.costPerMonth }))
    .filter(({ costPerMonth }) => costPerMonth >= Math.max(MUCH, MUCH_SHARE * price))
    .sort((one, other) => other.costPerMonth - one.costPerMonth)
    .map((one) => ({ ...one, minutes: minutesOf(simulation, one.by) }));
}

/** In the currency of the prices, a month. */
const MUCH = 5;
const MUCH_SHARE = 0.2;

function minutesOf(simulation: Simulation, { setting, broken }: Judged): CostlyPromise['minutes'] {
  const [only] = broken;
  const amount = only === undefined || MARKS.has(only.promise) ? null : AMOUNTS[only.promise];
  if (only === undefined || amount === null) return null;
  const watch = new MinuteCount(amount, only.bound);
  watchedRun(withSetting(simulation, setting), [watch]);
  return { broken: watch.broken, busy: watch.busy };
}

class MinuteCount implements Watch {
  readonly isAwaiting = true;
  broken = 0;
  busy = 0;
  private before = 0;
  private cpuMsBefore = 0;
  private readonly amount: Amount;
  private readonly bound: number;

  constructor(amount: Amount, bound: number) {
    this.amount = amount;
    this.bound = bound;
  }

  minute(run: Measured): void {
    const cpuMs = computeOf(run).cpu.usedCpuMsAt(run.nowMs);
    const amount = this.amount(run, this.bound);
    const isBroken = amount > this.before;
    if (isBroken) this.broken++;
    if (isBroken || cpuMs > this.cpuMsBefore) this.busy++;
    this.before = amount;
    this.cpuMsBefore = cpuMs;
  }

  hour(): void {}
}
