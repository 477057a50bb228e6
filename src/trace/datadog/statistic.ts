import type { Statistic } from '../trace.ts';

/** The statistic of an aggregation over a step. Null if a trace has no such statistic. */
export function statisticOf(aggregation: string): Statistic | null {
  return STATISTICS[aggregation] ?? null;
}

const STATISTICS: Readonly<Record<string, Statistic>> = { avg: 'average', max: 'maximum' };
