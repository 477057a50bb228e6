import type { Quantity } from '../quantity.ts';
import type { Statistic } from '../trace.ts';
import type { Join } from './selector.ts';
import type { MetricSeries } from './series.ts';
import type { SeriesUnit } from './unit.ts';

/** The series that become one column, and how. */
export interface ChosenColumn {
  readonly quantity: Quantity;
  readonly series: readonly MetricSeries[];
  /** How several series are joined; a single series is the same either way. */
  readonly join: Join;
  readonly unit: SeriesUnit;
  readonly unitName: string;
  readonly statistic: Statistic | null;
  /** The name in notes and in the column. */
  readonly source: string;
  readonly note: string | null;
}
