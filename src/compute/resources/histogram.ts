const BINS = 64 + 32 * 40;

/** A histogram as plain data. */
interface SavedHistogram {
  readonly counts: Float64Array;
  readonly weight: number;
  readonly sum: number;
  readonly largest: number;
}

/**
 * Counts of durations in bins of at most 3% width: every whole millisecond up to 63, then 32 bins for each doubling.
 * Its size does not depend on what it counts.
 */
export class Histogram {
  private readonly counts: Float64Array;
  private weight = 0;
  private sum = 0;
  private largest = 0;

  constructor(counts: Float64Array = new Float64Array(BINS)) {
    this.counts = counts;
  }

  /** What somebody else has counted in the same bins. */
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

  /** So many of no length at all, as most are. */
  addNone(weight: number): void {
    this.counts[0] = (this.counts[0] as number) + weight;
    this.weight += weight;
  }

  /** What all together were so far. */
  get total(): number {
    return this.sum;
  }

  /** So many of less than a millisecond. Whoever counted them has added them, one by one, to the total there was. */
  addShort(count: number, total: number, longest: number): void {
    this.counts[0] = (this.counts[0] as number) + count;
    this.weight += count;
    this.sum = total;
    if (longest > this.largest) this.largest = longest;
  }

  /**
   * Counts so many as lie evenly along a line, by some places on it: what is there, divided by what it is served by.
   * The sums are kept in numbers of their own meanwhile: this is asked for by the million.
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

  /** What it has counted. All bins beyond these are empty. */
  saved(): SavedHistogram {
    const { weight, sum, largest } = this;
    return { counts: this.counts.subarray(0, binOf(largest) + 1), weight, sum, largest };
  }

  /** What somebody else has counted who went on from `saved`. */
  restore({ counts, weight, sum, largest }: SavedHistogram): void {
    this.weight = weight;
    this.sum = sum;
    this.largest = largest;
    this.counts.set(counts.subarray(0, binOf(largest) + 1));
  }

  /** Counts what another has counted. */
  addAll(other: Histogram): void {
    for (let bin = binOf(other.largest); bin >= 0; bin--)
      this.counts[bin] = (this.counts[bin] as number) + (other.counts[bin] as number);
    this.weight += other.weight;
    this.sum += other.sum;
    this.largest = Math.max(this.largest, other.largest);
  }

  /** The same counts, to go on from by themselves. */
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

  /** How many are in bins that reach beyond a value. Counts of parts add up to that of the whole. */
  above(ms: number): number {
    let above = 0;
    for (let bin = binOf(this.largest); bin >= 0 && (UPPER_BORDERS[bin] as number) > ms; bin--)
      above += this.counts[bin] as number;
    return above;
  }

  /** The upper border of the bin that holds the share; never more than the largest value. */
  quantile(share: number): number {
    const wanted = share * this.weight * WITHIN_ROUNDING;
    let seen = 0;
    for (let bin = 0; bin < this.counts.length; bin++) {
      seen += this.counts[bin] as number;
      if (seen >= wanted && seen > 0) return Math.min(this.largest, UPPER_BORDERS[bin] as number);
    }
    return this.largest;
  }
}

/** Places on a line. */
const PARTS = 8;

/** Seven hundredths of a hundred come out as a hair more than seven: the eighth value is not what was asked for. */
const WITHIN_ROUNDING = 1 - 1e-12;

function binOf(ms: number): number {
  if (ms < 64) return Math.floor(ms);
  // Of a number of 32 bits the processor counts the doublings.
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
