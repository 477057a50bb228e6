import type { ProjectBill } from '../../planner/index.ts';

/** The compute of a billed month. */
export interface ComputeMonth {
  readonly cuHours: number;
  readonly micros: number;
}

/** The whole bill of a month, and what else the answer about it needs. */
export interface BillAnswer extends ProjectBill {
  /** A month of the current configuration, if there is one, and of the configuration that the answer is about. */
  readonly before: ComputeMonth | null;
  readonly after: ComputeMonth | null;
  /** Amounts that the scenario states. */
  readonly passThrough: readonly { readonly name: string; readonly perMonthMicros: number }[];
  /** Whether a passed quota breaks an objective. */
  readonly isJudged: boolean;
}
