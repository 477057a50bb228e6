import { DAY_MS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { ObjectiveName, Objectives } from '../objectives/objectives.ts';
import { costPerMonth, perDayOfHours } from '../objectives/outcome.ts';
import type { Sums } from './sums.ts';

/** How an objective is judged by sums over days. */
export interface SummedFigure {
  readonly objective: ObjectiveName;
  /** In the unit of the objective; for a percentile, the share beyond the objective's bound. */
  readonly of: (sums: Sums) => number | null;
  readonly bound: number | null;
  readonly least: boolean;
  readonly highest: number;
  readonly isPercentile: boolean;
}

/**
 * The objectives that sums over days can judge. The free disk at its fullest and whole months are not among
 * them.
 */
export function figuresFor(simulation: Simulation, objectives: Objectives): SummedFigure[] {
  const { horizonMs } = simulation;
  const plain = (objective: ObjectiveName, of: SummedFigure['of']): SummedFigure => ({
    objective,
    of,
    bound: objectives[objective],
    least: false,
    highest: Number.POSITIVE_INFINITY,
    isPercentile: false,
  });
  const share = (objective: ObjectiveName, part: keyof Sums, whole: keyof Sums): SummedFigure => ({
    ...plain(objective, (sums) => (sums[whole] === 0 ? 0 : sums[part] / sums[whole])),
    highest: 1,
  });
  const perDay = (objective: ObjectiveName, name: keyof Sums) =>
    plain(objective, (sums) => (sums[name] * DAY_MS) / sums.ms);
  // The bound of a count is for the length of the run, so a count of another length is scaled to it.
  const count = (objective: ObjectiveName, name: keyof Sums) =>
    plain(objective, (sums) => (sums[name] * horizonMs) / sums.ms);
  const percentile = (
    objective: ObjectiveName,
    part: keyof Sums,
    whole: keyof Sums,
    late: number,
  ): SummedFigure => ({
    ...share(objective, part, whole),
    bound: objectives[objective] === null ? null : late,
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
