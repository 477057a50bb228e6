import type { QuarterCu } from '../../facts/index.ts';

interface SavedMeter {
  readonly sinceMs: number;
  readonly size: number;
  readonly total: number;
  readonly awakeMs: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The CU-time of one compute in quarter CU times milliseconds. These are whole numbers, so that sums of parts
 * are exact.
 */
export class Meter {
  // Begin as NaN, as the times of an agenda do.
  private sinceMs = Number.NaN;
  private total = Number.NaN;
  private awakeMs = Number.NaN;
  private metered = 0;
  private least = 0;
  private most = 0;

  constructor() {
    this.sinceMs = 0;
    this.total = 0;
    this.awakeMs = 0;
  }

  /** The metered size. 0 while the compute costs nothing. */
  get size(): number {
    return this.metered;
  }

  /** The smallest and the largest metered size since the last `restart`. */
  get lowest(): number {
    return this.least;
  }

  get highest(): number {
    return this.most;
  }

  saved(): SavedMeter {
    const { sinceMs, metered: size, total, awakeMs, least: lowest, most: highest } = this;
    return { sinceMs, size, total, awakeMs, lowest, highest };
  }

  restore({ sinceMs, size, total, awakeMs, lowest, highest }: SavedMeter): void {
    this.sinceMs = sinceMs;
    this.metered = size;
    this.total = total;
    this.awakeMs = awakeMs;
    this.least = lowest;
    this.most = highest;
  }

  /** Sets the metered size. 0 while the compute costs nothing. */
  set(size: QuarterCu | 0, nowMs: number): void {
    const dt = nowMs - this.sinceMs;
    this.total += this.metered * dt;
    if (this.metered > 0) this.awakeMs += dt;
    this.metered = size;
    if (size < this.least) this.least = size;
    if (size > this.most) this.most = size;
    this.sinceMs = nowMs;
  }

  restart(): void {
    this.least = this.metered;
    this.most = this.metered;
  }

  quarterCuMsAt(nowMs: number): number {
    return this.total + this.metered * (nowMs - this.sinceMs);
  }

  awakeMsAt(nowMs: number): number {
    return this.awakeMs + (this.metered > 0 ? nowMs - this.sinceMs : 0);
  }
}
