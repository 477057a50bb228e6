/** So many values are kept one by one. */
const KEPT = 1 << 20;
/** Beyond them, values that differ by no more than this share of them are counted together. */
export const BLUR = 0.001;
const RATIO = Math.log((1 + BLUR) / (1 - BLUR));

/**
 * Where values from zero on lie, in bounded memory: to the bit for the first million of them, and within a thousandth
 * once there are more.
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

  /** Whether quantiles are those of the very values. */
  get isExact(): boolean {
    return this.kept !== null;
  }

  /** The smallest value that this share of them does not exceed; null of none. */
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
      // The middle of a bucket is as far from its one end as from the other.
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
