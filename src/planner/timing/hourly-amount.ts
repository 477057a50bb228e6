import type { RunTotals } from '../../simulator/index.ts';
import type { HourOf } from './most-of-hours.ts';
import type { Watch } from './watched-run.ts';

/** Counts by how much an amount grows in each hour of a run. */
export class HourlyAmount implements Watch {
  readonly hours: HourOf[] = [];
  private before = 0;
  private readonly amount: (run: RunTotals) => number;

  constructor(amount: (run: RunTotals) => number) {
    this.amount = amount;
  }

  hour(run: RunTotals, fromMs: number, hour: number): void {
    const total = this.amount(run);
    this.hours.push({ fromMs, untilMs: run.nowMs, hour, amount: total - this.before });
    this.before = total;
  }
}
