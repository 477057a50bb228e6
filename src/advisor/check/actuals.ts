import type { Actual } from '../../check/index.ts';
import type { MeteredSeries } from '../../planner/index.ts';
import type { Place } from '../../problem/index.ts';
import type { Bill } from '../../scenario/index.ts';

/** Records of what happened: metered amounts, a bill, or both. */
export interface Actuals {
  /** The name to show in answers. */
  readonly name: string;
  readonly place: Place;
  readonly metered: Actual | null;
  readonly bill: Bill | null;
  /** All quantities of a consumption history. Empty for other records. */
  readonly consumption: readonly MeteredSeries[];
  readonly notes: readonly string[];
}
