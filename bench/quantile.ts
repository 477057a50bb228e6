export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value that a share of all values lies below. */
export function quantile(values: readonly number[], share: number): number {
  const place = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[place] as number;
}
