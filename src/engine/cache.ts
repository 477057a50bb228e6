/** Bytes of a page as Postgres and the cache count them. */
export const PAGE_BYTES = 8192;

const STEPS = 256;

/**
 * The local file cache. Of a working set of W bytes it holds R; a read hits with the probability (R / W)^(1 - skew), as
 * it is where few pages get most reads. A miss brings its page in. The curve is tabled, so that it is made of sums and
 * products only.
 */
export class Cache {
  private residentBytes = 0;
  private capacityBytes = 0;
  private readonly curve: Float64Array;
  readonly workingSetBytes: number;
  hits = 0;
  misses = 0;
  evictedBytes = 0;

  constructor(workingSetBytes: number, skew: number) {
    this.workingSetBytes = workingSetBytes;
    this.curve = Float64Array.from({ length: STEPS + 2 }, (_, i) => Math.min(1, i / STEPS) ** (1 - skew));
  }

  get resident(): number {
    return this.residentBytes;
  }

  /** All of the working set that fits is here. */
  get isWarm(): boolean {
    return this.residentBytes >= this.mostBytes;
  }

  get hitRatio(): number {
    if (this.workingSetBytes === 0) return 1;
    const place = (this.residentBytes / this.workingSetBytes) * STEPS;
    const step = Math.floor(place);
    const low = this.curve[step] as number;
    return low + ((this.curve[step + 1] as number) - low) * (place - step);
  }

  /** Reads pages and gives how many of them were not here; what was missed is here afterwards. */
  read(pages: number): number {
    if (pages === 0) return 0;
    const missed = pages * (1 - this.hitRatio);
    this.hits += pages - missed;
    this.misses += missed;
    this.residentBytes = Math.min(this.mostBytes, this.residentBytes + missed * PAGE_BYTES);
    return missed;
  }

  /** A smaller cache gives up what it cannot hold. */
  setCapacity(bytes: number): void {
    this.capacityBytes = bytes;
    const lost = this.residentBytes - this.mostBytes;
    if (lost <= 0) return;
    this.evictedBytes += lost;
    this.residentBytes = this.mostBytes;
  }

  clear(): void {
    this.residentBytes = 0;
  }

  /** Puts back a share of what was here: prewarming after a planned restart. */
  prewarm(bytes: number): void {
    this.residentBytes = Math.min(this.mostBytes, bytes);
  }

  private get mostBytes(): number {
    return Math.min(this.workingSetBytes, this.capacityBytes);
  }
}
