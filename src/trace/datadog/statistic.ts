import type { Statistic } from '../trace.ts';

/** What an aggregation over the seconds of a step is; null: nothing that a trace knows. */
export function statisticOf(aggregation: string): Statistic | null {
  return STATISTICS[aggregation] ?? null;
}

const STATISTICS: Readonly<Record<string, Statistic>> = { avg: 'average', max: 'maximum' };
