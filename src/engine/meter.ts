import type { QuarterCu } from '../facts/index.ts';

/** CU-time of one compute in quarter CU times milliseconds: whole numbers, so that sums of parts are exact. */
export class Meter {
  sinceMs = 0;
  size = 0;
  total = 0;
  awakeMs = 0;
  /** The sizes that were metered since the last restart. */
  lowest = 0;
  highest = 0;

  /** From now on this size is metered; 0 while the compute costs nothing. */
  set(size: QuarterCu | 0, nowMs: number): void {
    const dt = nowMs - this.sinceMs;
    this.total += this.size * dt;
    if (this.size > 0) this.awakeMs += dt;
    this.size = size;
    if (size < this.lowest) this.lowest = size;
    if (size > this.highest) this.highest = size;
    this.sinceMs = nowMs;
  }

  restart(): void {
    this.lowest = this.size;
    this.highest = this.size;
  }

  quarterCuMsAt(nowMs: number): number {
    return this.total + this.size * (nowMs - this.sinceMs);
  }

  awakeMsAt(nowMs: number): number {
    return this.awakeMs + (this.size > 0 ? nowMs - this.sinceMs : 0);
  }
}
