const PAGE_BYTES = 8192;

const STEPS = 256;
/** The hit ratio is known for this many parts of each step. In between it stays the same, as it mostly does for a read. */
const PARTS = 64;

/** A cache as plain JSON. */
export interface SavedCache {
  readonly workingSetBytes: number;
  readonly residentBytes: number;
  /** The rate at which a load reads pages, and the time from which its reads are not counted yet. */
  readonly loadPagesPerMs: number;
  readonly sinceMs: number;
}

/** The content and the counts of a cache. */
interface CacheProgress {
  readonly residentBytes: number;
  readonly capacityBytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly wasFull: boolean;
  readonly evictedBytes: number;
  readonly flowPagesPerMs: number;
  readonly sinceMs: number;
}

/**
 * The local file cache. If it holds R bytes of a working set of W bytes, a read hits with probability (R /
 * W)^(1 - skew), because a few pages get most reads. A miss adds its page to the cache. The curve is a table,
 * so that reads need only sums and products.
 */
export class Cache {
  private residentBytes = 0;
  private capacityBytes = 0;
  private hits = 0;
  private misses = 0;
  private flowPagesPerMs = 0;
  /** Begins as NaN, as the times of an agenda do. */
  private sinceMs = Number.NaN;
  private readonly curve: Float64Array;
  private workingSet: number;
  private wasFull = false;
  evictedBytes = 0;
  /** The hit ratio of the content, and the part that it was computed for. Most reads find it unchanged. */
  private ratio = 0;
  private ratioPart = -1;

  constructor(workingSetBytes: number, skew: number) {
    this.sinceMs = 0;
    this.workingSet = workingSetBytes;
    this.curve = Float64Array.from({ length: STEPS + 2 }, (_, i) => Math.min(1, i / STEPS) ** (1 - skew));
  }

  get workingSetBytes(): number {
    return this.workingSet;
  }

  /** Whether a load reads pages. */
  get isRead(): boolean {
    return this.flowPagesPerMs > 0;
  }

  get resident(): number {
    return this.residentBytes;
  }

  /** Whether the cache holds nine tenths of what it can hold. */
  get isWarm(): boolean {
    return this.residentBytes >= 0.9 * this.mostBytes;
  }

  /** Whether the content is stable: the load reads nothing, or all that fits is in the cache. */
  get isSettled(): boolean {
    return this.flowPagesPerMs === 0 || this.residentBytes >= this.mostBytes;
  }

  get hitRatio(): number {
    const part = this.partWith(this.residentBytes);
    if (part !== this.ratioPart) {
      this.ratio = this.hitRatioAt(part);
      this.ratioPart = part;
    }
    return this.ratio;
  }

  /** Returns the hit ratio that the cache would have with this many bytes of the working set. */
  hitRatioWith(bytes: number): number {
    return this.hitRatioAt(this.partWith(bytes));
  }

  hitsAt(nowMs: number): number {
    return this.hits + this.flowPages(nowMs) * this.hitRatio;
  }

  missesAt(nowMs: number): number {
    return this.misses + this.flowPages(nowMs) * (1 - this.hitRatio);
  }

  /** Sets the rate at which the load reads pages. */
  setFlow(pagesPerMs: number, nowMs: number): void {
    this.settle(nowMs);
    this.flowPagesPerMs = pagesPerMs;
  }

  /**
   * Counts the load's reads since the last call, and adds the missed pages. It runs at each tick while the
   * load still adds pages.
   */
  settle(nowMs: number): void {
    const pages = this.flowPages(nowMs);
    this.sinceMs = nowMs;
    this.read(pages);
  }

  /** Reads pages and returns the number of misses. The missed pages are in the cache afterwards. */
  read(pages: number): number {
    if (pages === 0) return 0;
    const missed = pages * (1 - this.hitRatio);
    this.hits += pages - missed;
    this.misses += missed;
    this.hold(this.residentBytes + missed * PAGE_BYTES);
    return missed;
  }

  /** Sets the capacity. A smaller cache evicts the excess. */
  setCapacity(bytes: number, nowMs: number): void {
    this.settle(nowMs);
    this.capacityBytes = bytes;
    this.evict();
  }

  /** Sets the working set. A smaller one evicts the excess. */
  setWorkingSet(bytes: number, nowMs: number): void {
    this.settle(nowMs);
    this.workingSet = bytes;
    this.evict();
  }

  /** Returns whether a larger cache would have held more since the last call. */
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

  /** Empties the cache, because the machine is gone. Returns the bytes that it held. */
  clear(nowMs: number): number {
    this.setFlow(0, nowMs);
    const held = this.residentBytes;
    this.residentBytes = 0;
    return held;
  }

  /** Restores a part of the content after a planned restart. */
  prewarm(bytes: number): void {
    this.hold(bytes);
  }

  /** The hit ratio by 256ths of the working set that are in the cache. */
  get hitCurve(): Float64Array {
    return this.curve;
  }

  /** The parts of the hit ratio's steps for each byte in the cache. */
  get partsPerByte(): number {
    return this.workingSet === 0 ? 0 : (STEPS * PARTS) / this.workingSet;
  }

  progress(): CacheProgress {
    const { residentBytes, capacityBytes, hits, misses, wasFull, evictedBytes, flowPagesPerMs, sinceMs } =
      this;
    return {
      residentBytes,
      capacityBytes,
      hits,
      misses,
      wasFull,
      evictedBytes,
      flowPagesPerMs,
      sinceMs,
    };
  }

  /** Takes over the progress that a fast path has made. */
  setProgress(progress: CacheProgress): void {
    this.residentBytes = progress.residentBytes;
    this.capacityBytes = progress.capacityBytes;
    this.hits = progress.hits;
    this.misses = progress.misses;
    this.wasFull = progress.wasFull;
    this.evictedBytes = progress.evictedBytes;
    this.flowPagesPerMs = progress.flowPagesPerMs;
    this.sinceMs = progress.sinceMs;
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

  private partWith(bytes: number): number {
    return bytes >= this.workingSet ? STEPS * PARTS : Math.floor(bytes * this.partsPerByte);
  }

  private hitRatioAt(part: number): number {
    const step = Math.floor(part / PARTS);
    const low = this.curve[step] as number;
    return low + ((this.curve[step + 1] as number) - low) * (part / PARTS - step);
  }

  private get mostBytes(): number {
    return Math.min(this.workingSet, this.capacityBytes);
  }

  private flowPages(nowMs: number): number {
    return this.flowPagesPerMs * (nowMs - this.sinceMs);
  }
}
