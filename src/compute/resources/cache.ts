/** Bytes of a page as Postgres and the cache count them. */
const PAGE_BYTES = 8192;

const STEPS = 256;

/** A cache as plain JSON. */
export interface SavedCache {
  readonly workingSetBytes: number;
  readonly residentBytes: number;
  /** The pages that a load reads in each millisecond, and since when they have not been counted. */
  readonly loadPagesPerMs: number;
  readonly sinceMs: number;
}

/**
 * The local file cache. Of a working set of W bytes it holds R; a read hits with the probability (R / W)^(1 - skew), as
 * it is where few pages get most reads. A miss brings its page in. The curve is tabled, so that it is made of sums and
 * products only.
 */
export class Cache {
  private residentBytes = 0;
  private capacityBytes = 0;
  private hits = 0;
  private misses = 0;
  private flowPagesPerMs = 0;
  private sinceMs = 0;
  private readonly curve: Float64Array;
  private workingSet: number;
  private wasFull = false;
  evictedBytes = 0;

  constructor(workingSetBytes: number, skew: number) {
    this.workingSet = workingSetBytes;
    this.curve = Float64Array.from({ length: STEPS + 2 }, (_, i) => Math.min(1, i / STEPS) ** (1 - skew));
  }

  get workingSetBytes(): number {
    return this.workingSet;
  }

  /** A load reads pages. */
  get isRead(): boolean {
    return this.flowPagesPerMs > 0;
  }

  get resident(): number {
    return this.residentBytes;
  }

  /** Nine tenths of what can be here are. */
  get isWarm(): boolean {
    return this.residentBytes >= 0.9 * this.mostBytes;
  }

  /** All of the working set that fits is here, or nobody brings more in. */
  get isSettled(): boolean {
    return this.flowPagesPerMs === 0 || this.residentBytes >= this.mostBytes;
  }

  get hitRatio(): number {
    return this.hitRatioWith(this.residentBytes);
  }

  /** The hit ratio of reads while the cache holds so many bytes of the working set. */
  hitRatioWith(bytes: number): number {
    if (this.workingSet === 0) return 1;
    const place = (Math.min(bytes, this.workingSet) / this.workingSet) * STEPS;
    const step = Math.floor(place);
    const low = this.curve[step] as number;
    return low + ((this.curve[step + 1] as number) - low) * (place - step);
  }

  hitsAt(nowMs: number): number {
    return this.hits + this.flowPages(nowMs) * this.hitRatio;
  }

  missesAt(nowMs: number): number {
    return this.misses + this.flowPages(nowMs) * (1 - this.hitRatio);
  }

  /** From now on a flow of queries reads this many pages each millisecond. */
  setFlow(pagesPerMs: number, nowMs: number): void {
    this.settle(nowMs);
    this.flowPagesPerMs = pagesPerMs;
  }

  /** Closes a stretch of the flow: what it missed is here afterwards. While it brings pages in, that is each tick. */
  settle(nowMs: number): void {
    const pages = this.flowPages(nowMs);
    this.sinceMs = nowMs;
    this.read(pages);
  }

  /** How many of so many pages would be missed. */
  missesOf(pages: number): number {
    return pages === 0 ? 0 : pages * (1 - this.hitRatio);
  }

  /** Reads pages and gives how many of them were not here; what was missed is here afterwards. */
  read(pages: number, missed = this.missesOf(pages)): number {
    if (pages === 0) return 0;
    this.hits += pages - missed;
    this.misses += missed;
    this.hold(this.residentBytes + missed * PAGE_BYTES);
    return missed;
  }

  /** A smaller cache gives up what it cannot hold. */
  setCapacity(bytes: number, nowMs: number): void {
    this.settle(nowMs);
    this.capacityBytes = bytes;
    this.evict();
  }

  /** Pages that nobody reads any more leave the cache. */
  setWorkingSet(bytes: number, nowMs: number): void {
    this.settle(nowMs);
    this.workingSet = bytes;
    this.evict();
  }

  /** Whether a larger cache would have held more since this was last asked. */
  takeWasFull(): boolean {
    const { wasFull } = this;
    this.wasFull = false;
    return wasFull;
  }

  private evict(): void {
    const lost = this.residentBytes - this.mostBytes;
    if (lost <= 0) return;
    this.evictedBytes += lost;
    this.hold(this.residentBytes);
  }

  private hold(bytes: number): void {
    if (bytes > this.capacityBytes && this.capacityBytes < this.workingSet) this.wasFull = true;
    this.residentBytes = Math.min(this.mostBytes, bytes);
  }

  /** The machine is gone, and with it what it held; its last size says how much. */
  clear(nowMs: number): number {
    this.setFlow(0, nowMs);
    const held = this.residentBytes;
    this.residentBytes = 0;
    return held;
  }

  /** Puts back a part of what was here: prewarming after a planned restart. */
  prewarm(bytes: number): void {
    this.hold(bytes);
  }

  saved(): SavedCache {
    const { workingSet: workingSetBytes, residentBytes, flowPagesPerMs: loadPagesPerMs, sinceMs } = this;
    return { workingSetBytes, residentBytes, loadPagesPerMs, sinceMs };
  }

  resume(
    { workingSetBytes, residentBytes, loadPagesPerMs, sinceMs }: SavedCache,
    capacityBytes: number,
  ): void {
    this.workingSet = workingSetBytes;
    this.capacityBytes = capacityBytes;
    this.residentBytes = Math.min(residentBytes, this.mostBytes);
    this.flowPagesPerMs = loadPagesPerMs;
    this.sinceMs = sinceMs;
  }

  private get mostBytes(): number {
    return Math.min(this.workingSet, this.capacityBytes);
  }

  private flowPages(nowMs: number): number {
    return this.flowPagesPerMs * (nowMs - this.sinceMs);
  }
}
