import type { Actual } from '../../check/index.ts';
import type { Bill } from '../../scenario/index.ts';

/** What happened: something metered, a bill, or both. */
export interface Actuals {
  /** What problems call it: a file or a flag. */
  readonly name: string;
  readonly metered: Actual | null;
  readonly bill: Bill | null;
  readonly notes: readonly string[];
}
