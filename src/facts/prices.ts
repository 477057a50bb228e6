import type { PlanName } from './plans.ts';

/** A dated price list. Amounts are integers in millionths of the currency, so that sums stay exact. */
export interface PriceList {
  readonly date: string;
  readonly source: string;
  readonly currency: string;
  readonly computeMicrosPerCuHour: Readonly<Record<PlanName, number>>;
  readonly storageMicrosPerGbMonth: number;
  readonly restoreHistoryMicrosPerGbMonth: number;
  readonly transferMicrosPerGb: number;
  readonly transferIncludedGb: number;
  readonly branchMicrosPerMonth: number;
}

export const MICROS = 1_000_000;

/** CU-time is counted in quarter CUs times milliseconds, which is an integer for any size and span. */
export const QUARTER_CU_MS_PER_CU_HOUR = 4 * 3_600_000;

/** Returns the cost of metered CU-time in millionths, rounded half up once at the end. */
export function computeCostMicros(quarterCuMs: number, microsPerCuHour: number): number {
  return costMicros(BigInt(quarterCuMs), BigInt(QUARTER_CU_MS_PER_CU_HOUR), microsPerCuHour);
}

/**
 * Returns the cost of a quantity in millionths, rounded half up once at the end.
 *
 * @param per how much of the quantity has the price
 */
export function costMicros(quantity: bigint, per: bigint, micros: number): number {
  return Number((2n * quantity * BigInt(micros) + per) / (2n * per));
}
