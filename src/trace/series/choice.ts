import type { Quantity } from '../quantity.ts';
import type { Statistic } from '../trace.ts';
import type { Join } from './selector.ts';
import type { Series } from './series.ts';
import type { SeriesUnit } from './unit.ts';

/** Series that become one column. */
export interface Choice {
  readonly quantity: Quantity;
  readonly series: readonly Series[];
  /** Of a single series it makes no difference. */
  readonly join: Join;
  readonly unit: SeriesUnit;
  readonly unitName: string;
  readonly statistic: Statistic | null;
  /** What notes and the column call it. */
  readonly source: string;
  readonly note: string | null;
}
