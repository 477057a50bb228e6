export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that such a share of all lie below. */
export function quantile(values: readonly number[], share: number): number {
  const place = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[place] as number;
}
