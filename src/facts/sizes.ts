import { DEFAULT_FACT_SET, factSet } from './fact-set.ts';

/** The sizes of the default fact set: 0.25, 0.5, the integers from 1 to 16, and the even integers from 18 to 56. */
export const LISTED_SIZES_CU = factSet(DEFAULT_FACT_SET).listedSizesCu.value;

/** Returns the listed sizes below and above a number, or one size if it is listed or beyond an end of the list. */
export function nearestSizesCu(cu: number, listed: readonly number[]): number[] {
  const below = listed.findLast((size) => size <= cu);
  const above = listed.find((size) => size >= cu);
  return [...new Set([below, above].filter((size) => size !== undefined))];
}
