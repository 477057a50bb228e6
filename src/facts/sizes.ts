/** 0.25, 0.5, every integer from 1 to 16, then every even integer from 18 to 56: 38 sizes. */
export const LISTED_SIZES_CU: readonly number[] = Object.freeze([
  0.25,
  0.5,
  ...Array.from({ length: 16 }, (_, i) => i + 1),
  ...Array.from({ length: 20 }, (_, i) => 18 + 2 * i),
]);

/** The listed sizes on both sides of a number that is none: one at the ends of the list, otherwise two. */
export function nearestSizesCu(cu: number, listed: readonly number[] = LISTED_SIZES_CU): number[] {
  const below = listed.findLast((size) => size <= cu);
  const above = listed.find((size) => size >= cu);
  return [...new Set([below, above].filter((size) => size !== undefined))];
}
