/** 38 sizes: 0.25, 0.5, the integers from 1 to 16, and the even integers from 18 to 56. */
export const LISTED_SIZES_CU: readonly number[] = Object.freeze([
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, i) => i + 1),
  ...Array.from({ length: 20 }, (_, i) => 18 + 2 * i),
]);

/** Returns the listed sizes below and above a number, or one size if it is listed or beyond an end of the list. */
export function nearestSizesCu(cu: number, listed: readonly number[] = LISTED_SIZES_CU): number[] {
  const below = listed.findLast((size) => size <= cu);
  const above = listed.find((size) => size >= cu);
  return [...new Set([below, above].filter((size) => size !== undefined))];
}
