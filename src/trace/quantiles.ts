/** How many values are kept individually. */
const MOST_EXACT = 1 << 20;
/** Beyond that number, values within this relative distance of each other share a bucket. */
export const RELATIVE_ERROR = 0.001;
const RATIO = Math.log((1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR));

/**
 * Quantiles of non-negative values in bounded memory: exact for the first million values, within a thousandth for
 * more.
 */
export class Quantiles {
  count = 0;
  sum = 0;
  min: number | null = null;
  max: number | null = null;
  private exact: Float64Array | null = new Float64Array(64);
  private isSorted = false;
  private zeroCount = 0;
  private readonly buckets = new Map<number, number>();

  add(value: number): void {
    if (this.min === null || value < this.min) this.min = value;
    if (this.max === null || value > this.max) this.max = value;
    this.sum += value;
    if (this.exact !== null && this.count === MOST_EXACT) this.moveToBuckets(this.exact);
    if (this.exact === null) this.addToBucket(value);
    else this.addExact(this.exact, value);
    this.count++;
  }

  /** Whether `at` returns exact values. */
  get isExact(): boolean {
    return this.exact !== null;
  }

  /** The smallest value that at least this share of all values does not exceed. Null if there are no values. */
  at(share: number): number | null {
    if (this.count === 0) return null;
    const rank = Math.max(0, Math.ceil(share * this.count) - 1);
    if (this.exact !== null) {
      if (!this.isSorted) this.exact.subarray(0, this.count).sort();
      this.isSorted = true;
      return this.exact[rank] as number;
    }
    let before = this.zeroCount;
    if (rank < before) return 0;
    for (const bucket of [...this.buckets.keys()].sort((a, b) => a - b)) {
      before += this.buckets.get(bucket) as number;
      // The middle of a bucket has the same relative distance from both ends.
      const middle = Math.exp((bucket - 0.5) * RATIO);
      if (rank < before) return Math.min(this.max as number, Math.max(this.min as number, middle));
    }
    return this.max;
  }

  private addExact(kept: Float64Array, value: number): void {
    let room = kept;
    if (this.count === kept.length) {
      room = new Float64Array(2 * kept.length);
      room.set(kept);
      this.exact = room;
    }
    room[this.count] = value;
    this.isSorted = false;
  }

  private moveToBuckets(kept: Float64Array): void {
    this.exact = null;
    for (const value of kept) this.addToBucket(value);
  }

  private addToBucket(value: number): void {
    if (value === 0) {
      this.zeroCount++;
      return;
    }
    const bucket = Math.ceil(Math.log(value) / RATIO);
    this.buckets.set(bucket, (this.buckets.get(bucket) ?? 0) + 1);
  }
}
