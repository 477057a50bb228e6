declare const unit: unique symbol;

/** A count of quarter CUs, the autoscaler's step. The type keeps it apart from CU, which is four times as large. */
export type QuarterCu = number & { readonly [unit]: 'quarter CU' };

export const QUARTERS_PER_CU = 4;
export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The longest time that a scenario or a trace may cover: ten years. */
export const LONGEST_SPAN_MS = 3660 * DAY_MS;

/**
 * Rounds a time that is not negative to whole milliseconds. Math.round compiles to a branch, which the processor cannot
 * predict for random draws.
 */
export function wholeMs(ms: number): number {
  return Math.floor(ms + 0.5);
}

/** The hours of a month in a quoted price. Metering counts the hours of the real month. */
export const QUOTED_MONTH_HOURS = 744;

export function quarterCu(cu: number): QuarterCu {
  return (cu * QUARTERS_PER_CU) as QuarterCu;
}

export function cuOf(quarters: QuarterCu): number {
  return quarters / QUARTERS_PER_CU;
}
