import type { Measured, Simulation } from '../../engine/index.ts';
import { AMOUNTS, type Amount, MARKS } from '../promises/amounts.ts';
import { type Judged, judged } from '../promises/judged.ts';
import type { PromiseName } from '../promises/promises.ts';
import { Robustness } from '../robust/robustness.ts';
import type { WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst } from '../search/search.ts';
import { measuredCompute, withSetting } from '../settings/setting.ts';
import { type Watch, watchedRun } from '../timing/watched-run.ts';
import type { PlanQuestion } from './plan-question.ts';

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
 * the cheapest one that keeps all promises has been run to its end. null: somebody did not want to wait.
 */
export async function costlyPromises(
  { simulation, promises }: Pick<PlanQuestion, 'simulation' | 'promises'>,
  evaluated: readonly Evaluated[],
  cheapest: Judged | null,
  workUnder: WorkUnder,
): Promise<CostlyPromise[] | null> {
  if (cheapest === null) return [];
  const price = cheapest.outcome.costPerMonth;
  const most = price - Math.max(MUCH, MUCH_SHARE * price);
  const breaking = new Map<PromiseName, Judged[]>();
  for (const one of [...evaluated].sort(bestFirst(null))) {
    const { broken } = judged(one, promises);
    const [only, ...others] = broken;
    if (only === undefined || others.length > 0 || one.outcome.costPerMonth > most) continue;
    breaking.set(only.promise, [...(breaking.get(only.promise) ?? []), { ...one, broken }]);
  }
  const found: CostlyPromise[] = [];
  for (const [promise, all] of breaking) {
    // The others are kept under every condition.
    const robust = new Robustness({ simulation, promises: { ...promises, [promise]: null } }, workUnder);
    const held = await robust.firstHolding(all);
    if (held === null) return null;
    for (const by of held)
      found.push({
        promise,
        by,
        costPerMonth: price - by.outcome.costPerMonth,
        minutes: minutesOf(simulation, by),
      });
  }
  return found.sort((one, other) => other.costPerMonth - one.costPerMonth);
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
    const cpuMs = measuredCompute(run).cpu.usedCpuMsAt(run.nowMs);
    const amount = this.amount(run, this.bound);
    const isBroken = amount > this.before;
    if (isBroken) this.broken++;
    if (isBroken || cpuMs > this.cpuMsBefore) this.busy++;
    this.before = amount;
    this.cpuMsBefore = cpuMs;
  }

  hour(): void {}
}
