import type { Measured, Simulation } from '../../engine/index.ts';
import { AMOUNTS, INSTANTS, MARKS } from '../promises/amounts.ts';
import type { Broken, PromiseName, When } from '../promises/promises.ts';
import { type Setting, withSetting } from '../settings/setting.ts';
import { HourlyAmount } from './hourly-amount.ts';
import { mostOfHours } from './most-of-hours.ts';
import { type Watch, watchedRun } from './watched-run.ts';

/**
 * When a setting broke what it breaks, by one more run of it that is looked at each hour, and each minute for as long as
 * something has yet to come for the first time.
 */
export function withWhen(simulation: Simulation, setting: Setting, broken: readonly Broken[]): Broken[] {
  const watches = broken.map(watchOf);
  const all = watches.filter((watch) => watch !== null);
  if (all.length === 0) return [...broken];
  watchedRun(withSetting(simulation, setting), all);
  return broken.map((one, i) => {
    const watch = watches[i] ?? null;
    return watch === null ? one : { ...one, when: watch.when() };
  });
}

function watchOf({ promise, bound }: Broken): BrokenWatch | null {
  const amount = AMOUNTS[promise];
  return amount === null ? null : new BrokenWatch(promise, (run) => amount(run, bound));
}

class BrokenWatch implements Watch {
  private firstMs: number | null = null;
  private readonly isInstant: boolean;
  /** null: of a mark that is passed, how far adds up to nothing. */
  private readonly hourly: HourlyAmount | null;
  private readonly amount: (run: Measured) => number;

  constructor(promise: PromiseName, amount: (run: Measured) => number) {
    this.isInstant = INSTANTS.has(promise);
    this.hourly = MARKS.has(promise) ? null : new HourlyAmount(amount);
    this.amount = amount;
  }

  get isAwaiting(): boolean {
    return this.isInstant && this.firstMs === null;
  }

  minute(run: Measured, fromMs: number): void {
    if (this.isAwaiting && this.amount(run) > 0) this.firstMs = fromMs;
  }

  hour(run: Measured, fromMs: number, hour: number): void {
    this.hourly?.hour(run, fromMs, hour);
  }

  when(): When {
    const { firstMs, hourly } = this;
    return { firstMs, ...((hourly && mostOfHours(hourly.hours)) ?? { worst: null, daily: null }) };
  }
}
