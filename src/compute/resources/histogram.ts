const BINS = 64 + 32 * 40;

/** A histogram as plain data. */
interface SavedHistogram {
  readonly counts: Float64Array;
  readonly weight: number;
  readonly sum: number;
  readonly largest: number;
}

/**
 * Counts durations in bins at most 3% wide: each whole millisecond up to 63, then 32 bins for each doubling.
 * The size of the histogram does not depend on the counted values.
 */
export class Histogram {
  private readonly counts: Float64Array;
  private weight = 0;
  private sum = 0;
  private largest = 0;

  constructor(counts: Float64Array = new Float64Array(BINS)) {
    this.counts = counts;
  }

  /** Wraps counts from elsewhere with the same bins. */
  static of(counts: Float64Array, weight: number, sum: number, largest: number): Histogram {
    const histogram = new Histogram(counts);
    histogram.weight = weight;
    histogram.sum = sum;
    histogram.largest = largest;
    return histogram;
  }

  add(ms: number, weight = 1): void {
    const bin = binOf(ms);
    this.counts[bin] = (this.counts[bin] as number) + weight;
    this.weight += weight;
    this.sum += ms * weight;
    if (ms > this.largest) this.largest = ms;
  }

  /** Adds durations of zero, which are the most frequent. */
  addNone(weight: number): void {
    this.counts[0] = (this.counts[0] as number) + weight;
    this.weight += weight;
  }

  /** The sum of all durations so far. */
  get total(): number {
    return this.sum;
  }

  /**
   * Adds durations of less than a millisecond. `total` is the new sum of all durations. The caller adds one
   * by one, so that the sum is rounded as in `add`.
   */
  addShort(count: number, total: number, longest: number): void {
    this.counts[0] = (this.counts[0] as number) + count;
    this.weight += count;
    this.sum = total;
    if (longest > this.largest) this.largest = longest;
  }

  /**
   * Adds durations that lie evenly between `from / servedBy` and `to / servedBy`, by samples. The sums are in
   * local variables, because this runs millions of times.
   */
  addAlong(from: number, to: number, servedBy: number, weight: number): void {
    const { counts } = this;
    const part = weight / PARTS;
    let { weight: total, sum, largest } = this;
    for (let i = 0; i < PARTS; i++) {
      const ms = (from + (to - from) * ((i + 0.5) / PARTS)) / servedBy;
      const bin = binOf(ms);
      counts[bin] = (counts[bin] as number) + part;
      total += part;
      sum += ms * part;
      if (ms > largest) largest = ms;
    }
    this.weight = total;
    this.sum = sum;
    this.largest = largest;
  }

  /** Returns the histogram as plain data, without the empty bins above the largest value. */
  saved(): SavedHistogram {
    const { weight, sum, largest } = this;
    return { counts: this.counts.subarray(0, binOf(largest) + 1), weight, sum, largest };
  }

  /** Takes over the counts of code that continued from `saved`. */
  restore({ counts, weight, sum, largest }: SavedHistogram): void {
    this.weight = weight;
    this.sum = sum;
    this.largest = largest;
    this.counts.set(counts.subarray(0, binOf(largest) + 1));
  }

  addAll(other: Histogram): void {
    for (let bin = binOf(other.largest); bin >= 0; bin--)
      this.counts[bin] = (this.counts[bin] as number) + (other.counts[bin] as number);
    this.weight += other.weight;
    this.sum += other.sum;
    this.largest = Math.max(this.largest, other.largest);
  }

  copy(): Histogram {
    return Histogram.of(this.counts.slice(), this.weight, this.sum, this.largest);
  }

  get count(): number {
    return this.weight;
  }

  get mean(): number {
    return this.weight === 0 ? 0 : this.sum / this.weight;
  }

  get max(): number {
    return this.largest;
  }

  /**
   * Returns how many durations are in bins that extend above a value. Counts of parts add up to the count of
   * the whole.
   */
  above(ms: number): number {
    let above = 0;
    for (let bin = binOf(this.largest); bin >= 0 && (UPPER_BORDERS[bin] as number) > ms; bin--)
      above += this.counts[bin] as number;
    return above;
  }

  /** Returns the upper bound of the bin that contains the quantile, at most the largest value. */
  quantile(share: number): number {
    const wanted = share * this.weight * WITHIN_ROUNDING;
    const last = binOf(this.largest);
    let seen = 0;
    for (let bin = 0; bin <= last; bin++) {
      seen += this.counts[bin] as number;
      if (seen >= wanted && seen > 0) return Math.min(this.largest, UPPER_BORDERS[bin] as number);
    }
    return this.largest;
  }
}

/** The number of samples on a line. */
const PARTS = 8;

/**
 * Lowers the rank by a hair. Otherwise 0.07 x 100, which rounds up to more than 7, would give the 8th value.
 */
const WITHIN_ROUNDING = 1 - 1e-12;

function binOf(ms: number): number {
  if (ms < 64) return Math.floor(ms);
  // Math.clz32 is one instruction of the processor, but takes only 32-bit numbers.
  let doublings = ms < 2 ** 32 ? 26 - Math.clz32(ms) : 26;
  let scaled = ms * (HALVINGS[doublings] as number);
  while (scaled >= 64) {
    scaled /= 2;
    doublings++;
  }
  return 64 + (doublings - 1) * 32 + (Math.floor(scaled) - 32);
}

const HALVINGS = Float64Array.from({ length: 27 }, (_, doublings) => 2 ** -doublings);

const UPPER_BORDERS = Float64Array.from({ length: BINS }, (_, bin) => {
  if (bin < 64) return bin;
  const doublings = Math.floor((bin - 64) / 32) + 1;
  return (((bin - 64) % 32) + 33) * 2 ** doublings - 1;
});
