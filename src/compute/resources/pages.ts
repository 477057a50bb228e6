import type { Cache } from './cache.ts';

/** The host, to which reads are reported. */
interface PagesHost {
  readonly nowMs: number;
  readonly report: {
    /** Pages were read, and cost a query this time. */
    pagesRead(costMs: number): void;
  };
}

/** The reads of queries and of a load through the cache, with their times and costs. */
export class Pages {
  readonly cache: Cache;
  private readonly host: PagesHost;
  private readonly missMs: number;
  /**
   * The time of the last read by a query, or by a load that has ended. A load under way reads all the time.
   */
  readMs = Number.NEGATIVE_INFINITY;
  /** Whether a load reads pages. */
  loadReads = false;

  constructor(cache: Cache, host: PagesHost, missMs: number) {
    this.cache = cache;
    this.host = host;
    this.missMs = missMs;
  }

  get lastReadMs(): number {
    return this.loadReads ? this.host.nowMs : this.readMs;
  }

  /** Resumes with the time of the last read. The cache has already resumed its load. */
  resume(readMs: number): void {
    this.readMs = readMs;
    this.loadReads = this.cache.isRead;
  }

  /** Returns the time for this many misses. */
  costMs(missed: number): number {
    return missed * this.missMs;
  }

  /** Reads pages for a query. Returns the time for the misses. */
  read(pages: number): number {
    this.readMs = this.host.nowMs;
    const costMs = this.costMs(this.cache.read(pages));
    this.host.report.pagesRead(costMs);
    return costMs;
  }

  /** Sets the rate at which the load reads pages. */
  setLoad(pagesPerMs: number): void {
    const { nowMs } = this.host;
    if (pagesPerMs === 0 && this.loadReads) this.readMs = nowMs;
    this.loadReads = pagesPerMs > 0;
    this.cache.setFlow(pagesPerMs, nowMs);
  }

  /** Updates the cache at a tick, while a load still adds pages. */
  settle(): void {
    if (this.cache.isSettled) return;
    this.cache.settle(this.host.nowMs);
    this.host.report.pagesRead(0);
  }
}
