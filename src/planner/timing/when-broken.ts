import type { RunTotals, Simulation } from '../../simulator/index.ts';
import { type Configuration, withConfiguration } from '../configurations/configuration.ts';
import { AMOUNTS, INSTANTS, MARKS } from '../objectives/amounts.ts';
import type { Broken, ObjectiveName, When } from '../objectives/objectives.ts';
import { HourlyAmount } from './hourly-amount.ts';
import { mostOfHours } from './most-of-hours.ts';
import { type Watch, watchedRun } from './watched-run.ts';

/**
 * Adds when each objective was broken. One more run of the configuration is looked at each hour, and each
 * minute while a first violation is awaited.
 */
export function withWhen(
  simulation: Simulation,
  configuration: Configuration,
  broken: readonly Broken[],
): Broken[] {
  const watches = broken.map(watchOf);
  const all = watches.filter((watch) => watch !== null);
  if (all.length === 0) return [...broken];
  watchedRun(withConfiguration(simulation, configuration), all);
  return broken.map((one, i) => {
    const watch = watches[i] ?? null;
    return watch === null ? one : { ...one, when: watch.when() };
  });
}

function watchOf({ objective, bound }: Broken): BrokenWatch | null {
  const amount = AMOUNTS[objective];
  return amount === null ? null : new BrokenWatch(objective, (run) => amount(run, bound));
}

class BrokenWatch implements Watch {
  private firstMs: number | null = null;
  private readonly isInstant: boolean;
  /** Null for objectives with a threshold: by how much it is exceeded does not add up. */
  private readonly hourly: HourlyAmount | null;
  private readonly amount: (run: RunTotals) => number;

  constructor(objective: ObjectiveName, amount: (run: RunTotals) => number) {
    this.isInstant = INSTANTS.has(objective);
    this.hourly = MARKS.has(objective) ? null : new HourlyAmount(amount);
    this.amount = amount;
  }

  get isAwaiting(): boolean {
    return this.isInstant && this.firstMs === null;
  }

  minute(run: RunTotals, fromMs: number): void {
    if (this.isAwaiting && this.amount(run) > 0) this.firstMs = fromMs;
  }

  hour(run: RunTotals, fromMs: number, hour: number): void {
    this.hourly?.hour(run, fromMs, hour);
  }

  when(): When {
    const { firstMs, hourly } = this;
    return { firstMs, ...((hourly && mostOfHours(hourly.hours)) ?? { worst: null, daily: null }) };
  }
}
