import type { Cache } from './cache.ts';

/** Whoever hears of pages that were read. */
interface PagesHost {
  readonly nowMs: number;
  readonly report: {
    /** Pages were read, and cost a query so much time. */
    pagesRead(costMs: number): void;
  };
}

/** Pages that queries and a load read through the cache: when, and at what cost. */
export class Pages {
  readonly cache: Cache;
  private readonly host: PagesHost;
  private readonly missMs: number;
  /** When a page was last read by a query, or by a load that has ended. A load that goes on reads all the time. */
  readMs = Number.NEGATIVE_INFINITY;
  private loadReads = false;

  constructor(cache: Cache, host: PagesHost, missMs: number) {
    this.cache = cache;
    this.host = host;
    this.missMs = missMs;
  }

  get lastReadMs(): number {
    return this.loadReads ? this.host.nowMs : this.readMs;
  }

  /** Goes on from when a page was last read, with the load that the cache knows. */
  resume(readMs: number): void {
    this.readMs = readMs;
    this.loadReads = this.cache.isRead;
  }

  /** The time that so many missed pages cost. */
  costMs(missed: number): number {
    return missed * this.missMs;
  }

  /** Reads pages for a query; the time that those which are not here cost. */
  read(pages: number, missed = this.cache.missesOf(pages)): number {
    this.readMs = this.host.nowMs;
    const costMs = this.costMs(this.cache.read(pages, missed));
    this.host.report.pagesRead(costMs);
    return costMs;
  }

  /** From now on a load reads so many pages each millisecond. */
  setLoad(pagesPerMs: number): void {
    const { nowMs } = this.host;
    if (pagesPerMs === 0 && this.loadReads) this.readMs = nowMs;
    this.loadReads = pagesPerMs > 0;
    this.cache.setFlow(pagesPerMs, nowMs);
  }

  /** At a tick, while a load brings pages in. */
  settle(): void {
    if (this.cache.isSettled) return;
    this.cache.settle(this.host.nowMs);
    this.host.report.pagesRead(0);
  }
}
