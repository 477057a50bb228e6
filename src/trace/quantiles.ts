/** How many values are kept individually. */
const KEPT = 1 << 20;
/** Beyond that number, values within this relative distance of each other share a bucket. */
export const BLUR = 0.001;
const RATIO = Math.log((1 + BLUR) / (1 - BLUR));

/**
 * Quantiles of non-negative values in bounded memory: exact for the first million values, within a thousandth for
 * more.
 */
export class Quantiles {
  count = 0;
  sum = 0;
  min: number | null = null;
  max: number | null = null;
  private kept: Float64Array | null = new Float64Array(64);
  private isSorted = false;
  private zeros = 0;
  private readonly buckets = new Map<number, number>();

  add(value: number): void {
    if (this.min === null || value < this.min) this.min = value;
    if (this.max === null || value > this.max) this.max = value;
    this.sum += value;
    if (this.kept !== null && this.count === KEPT) this.blur(this.kept);
    if (this.kept === null) this.drop(value);
    else this.keep(this.kept, value);
    this.count++;
  }

  /** Whether `at` returns exact values. */
  get isExact(): boolean {
    return this.kept !== null;
  }

  /** The smallest value that at least this share of all values does not exceed. Null if there are no values. */
  at(share: number): number | null {
    if (this.count === 0) return null;
    const rank = Math.max(0, Math.ceil(share * this.count) - 1);
    if (this.kept !== null) {
      if (!this.isSorted) this.kept.subarray(0, this.count).sort();
      this.isSorted = true;
      return this.kept[rank] as number;
    }
    let before = this.zeros;
    if (rank < before) return 0;
    for (const bucket of [...this.buckets.keys()].sort((a, b) => a - b)) {
      before += this.buckets.get(bucket) as number;
      // The middle of a bucket has the same relative distance from both ends.
      const middle = Math.exp((bucket - 0.5) * RATIO);
      if (rank < before) return Math.min(this.max as number, Math.max(this.min as number, middle));
    }
    return this.max;
  }

  private keep(kept: Float64Array, value: number): void {
    let room = kept;
    if (this.count === kept.length) {
      room = new Float64Array(2 * kept.length);
      room.set(kept);
      this.kept = room;
    }
    room[this.count] = value;
    this.isSorted = false;
  }

  private blur(kept: Float64Array): void {
    this.kept = null;
    for (const value of kept) this.drop(value);
  }

  private drop(value: number): void {
    if (value === 0) {
      this.zeros++;
      return;
    }
    const bucket = Math.ceil(Math.log(value) / RATIO);
    this.buckets.set(bucket, (this.buckets.get(bucket) ?? 0) + 1);
  }
}
