import { type Run, resultOf } from '../../../engine/index.ts';
import type { BesideRow } from '../../../report/index.ts';

/** What a variant came to. */
export type BesideTotals = Omit<BesideRow, 'name'>;

export function besideTotals(run: Run): BesideTotals {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { cuHours, cost, wakes, throttledSeconds, refused };
}
