import type { RunTotals, Simulation } from '../../simulator/index.ts';
import { type Configuration, measuredCompute, withConfiguration } from '../configurations/configuration.ts';
import { AMOUNTS, type Amount, MARKS } from '../objectives/amounts.ts';
import type { Broken } from '../objectives/objectives.ts';
import { type Watch, watchedRun } from './watched-run.ts';

/** The busy minutes of a run, and those in which an objective is broken. */
export interface BrokenMinutes {
  readonly broken: number;
  readonly busy: number;
}

/**
 * Counts the minutes in which a configuration breaks the first of its broken objectives. Null if no single minute breaks
 * that one.
 */
export function brokenMinutes(
  simulation: Simulation,
  configuration: Configuration,
  [first]: readonly Broken[],
): BrokenMinutes | null {
  const amount = first === undefined || MARKS.has(first.objective) ? null : AMOUNTS[first.objective];
  if (first === undefined || amount === null) return null;
  const watch = new MinuteCount(amount, first.bound);
  watchedRun(withConfiguration(simulation, configuration), [watch]);
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

  minute(run: RunTotals): void {
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
