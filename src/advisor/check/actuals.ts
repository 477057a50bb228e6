import type { Actual } from '../../check/index.ts';
import type { Bill } from '../../scenario/index.ts';

/** Records of what happened: metered amounts, a bill, or both. */
export interface Actuals {
  /** The name that problems give it: a file or a flag. */
  readonly name: string;
  readonly metered: Actual | null;
  readonly bill: Bill | null;
  readonly notes: readonly string[];
}
