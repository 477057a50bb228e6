/** The size in force from a time on. */
export interface CapacityStep {
  /** From when, in milliseconds since 1970 in UTC. */
  readonly fromMs: number;
  /** The size, or the maximum of a range. */
  readonly cu: number;
  /** The minimum of a range. Undefined for a fixed size, or if unknown. */
  readonly minCu?: number | undefined;
}

export function stepAt(history: readonly CapacityStep[], atMs: number): CapacityStep | undefined {
  return history.findLast(({ fromMs }) => fromMs <= atMs);
}
