import type { Simulation } from '../../engine/index.ts';
import { DAY_MS } from '../../facts/index.ts';
import { costPerMonth, perDayOfHours } from '../promises/outcome.ts';
import type { PromiseName, Promises } from '../promises/promises.ts';
import type { Sums } from './sums.ts';

/** How a promise is judged by what adds up over days. */
export interface SummedFigure {
  readonly promise: PromiseName;
  /** In the promise's own unit; of a percentile it is the share that is beyond the promise's bound. */
  readonly of: (sums: Sums) => number | null;
  readonly bound: number | null;
  readonly least: boolean;
  readonly highest: number;
  readonly isPercentile: boolean;
}

/** Each promise that days add up to. What was left of a disk at its fullest, and whole months, are not among them. */
export function figuresFor(simulation: Simulation, promises: Promises): SummedFigure[] {
  const { horizonMs } = simulation;
  const plain = (promise: PromiseName, of: SummedFigure['of']): SummedFigure => ({
    promise,
    of,
    bound: promises[promise],
    least: false,
    highest: Number.POSITIVE_INFINITY,
    isPercentile: false,
  });
  const share = (promise: PromiseName, part: keyof Sums, whole: keyof Sums): SummedFigure => ({
    ...plain(promise, (sums) => (sums[whole] === 0 ? 0 : sums[part] / sums[whole])),
    highest: 1,
  });
  const perDay = (promise: PromiseName, name: keyof Sums) =>
    plain(promise, (sums) => (sums[name] * DAY_MS) / sums.ms);
  // A bound of a count is for as long as the run is, however long what is judged.
  const count = (promise: PromiseName, name: keyof Sums) =>
    plain(promise, (sums) => (sums[name] * horizonMs) / sums.ms);
  const percentile = (
    promise: PromiseName,
    part: keyof Sums,
    whole: keyof Sums,
    late: number,
  ): SummedFigure => ({
    ...share(promise, part, whole),
    bound: promises[promise] === null ? null : late,
    isPercentile: true,
  });
  return [
    share('throttled', 'throttledMs', 'awakeMs'),
    percentile('delay-p95', 'delaysOverP95', 'delays', 0.05),
    percentile('delay-p99', 'delaysOverP99', 'delays', 0.01),
    perDay('cold-starts', 'wakes'),
    plain('cold-starts-in-hours', ({ wakesInHours, hoursMs }) =>
      perDayOfHours(wakesInHours, simulation.counted.hours, hoursMs),
    ),
    perDay('delayed-clients', 'delayedByWake'),
    perDay('delayed-over', 'delayedOver'),
    count('failed-connects', 'failedConnects'),
    count('refused', 'refused'),
    percentile('pool-wait-p99', 'poolWaitsOverP99', 'poolWaits', 0.01),
    {
      ...plain('cache-hits', ({ hits, misses }) => (hits + misses === 0 ? null : hits / (hits + misses))),
      least: true,
      highest: 1,
    },
    count('memory-kills', 'memoryKills'),
    count('dropped', 'dropped'),
    plain('budget', (sums) => costPerMonth(simulation, sums)),
  ];
}

export function isKept({ bound, least }: SummedFigure, found: number | null): boolean {
  return bound === null || found === null || (least ? found >= bound : found <= bound);
}
