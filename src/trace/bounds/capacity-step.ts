/** A size that was in force from a time on. */
export interface CapacityStep {
  readonly fromMs: number;
  /** Of a range its end, for there is no more than that. */
  readonly cu: number;
  /** Where a range begins; undefined: it is none, or nobody said. */
  readonly minCu?: number | undefined;
}

export function stepAt(history: readonly CapacityStep[], atMs: number): CapacityStep | undefined {
  return history.findLast(({ fromMs }) => fromMs <= atMs);
}
