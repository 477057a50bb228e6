declare const unit: unique symbol;

/** A count of quarter compute units, the autoscaler's own step. Mixing it up with CU costs a factor of four. */
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
 * The nearest whole millisecond of what is not negative. Math.round would be compiled to a branch, and no processor foresees
 * which way draws round.
 */
export function wholeMs(ms: number): number {
  return Math.floor(ms + 0.5);
}

/** A month as price lists quote it; metering counts the real one. */
export const QUOTED_MONTH_HOURS = 744;

export function quarterCu(cu: number): QuarterCu {
  return (cu * QUARTERS_PER_CU) as QuarterCu;
}

export function cuOf(quarters: QuarterCu): number {
  return quarters / QUARTERS_PER_CU;
}
