import { SECOND_MS } from '../../facts/index.ts';

/** A query that has not taken all of its memory yet. */
interface Ramp {
  readonly visit: number;
  /** The generation of the visit's number. Another one means another query. */
  readonly use: number;
  readonly bytes: number;
  left: number;
  nextMs: number;
}

export type SavedRamp = Omit<Readonly<Ramp>, 'use'>;

/** In how many parts a query takes its memory. */
export function partsOfMemory(rampMs: number): number {
  return Math.max(1, Math.ceil(rampMs / SECOND_MS));
}

/** The queries that take their memory gradually, a part each second. */
export class MemoryRamps {
  /** The ramps, also those of queries that are over. A fast path replaces them, and sets their alarm by itself. */
  all: readonly Ramp[] = [];
  /** Sets the alarm for the next part. Infinity: there is none. */
  private readonly arm: (atMs: number) => void;

  constructor(arm: (atMs: number) => void) {
    this.arm = arm;
  }

  begin(visit: number, use: number, bytes: number, parts: number, nowMs: number): void {
    this.all = [...this.all, { visit, use, bytes, left: parts, nextMs: nowMs + SECOND_MS }];
    this.armNext();
  }

  /** Takes the parts that are due. `take` returns false if the query is over, and its ramp ends. */
  due(nowMs: number, take: (visit: number, use: number, bytes: number) => boolean): void {
    for (const ramp of this.all) {
      if (ramp.nextMs > nowMs || !this.all.includes(ramp)) continue;
      ramp.left--;
      ramp.nextMs += SECOND_MS;
      if (!take(ramp.visit, ramp.use, ramp.bytes) || ramp.left === 0) {
        this.all = this.all.filter((other) => other !== ramp);
      }
    }
    this.armNext();
  }

  /** Returns the ramps of queries that are still under way. */
  saved(useOf: (visit: number) => number): SavedRamp[] {
    return this.all
      .filter(({ visit, use }) => useOf(visit) === use)
      .map(({ visit, bytes, left, nextMs }) => ({ visit, bytes, left, nextMs }));
  }

  resume(ramps: readonly SavedRamp[], useOf: (visit: number) => number): void {
    this.all = ramps.map((ramp) => ({ ...ramp, use: useOf(ramp.visit) }));
    this.armNext();
  }

  clear(): void {
    this.all = [];
    this.armNext();
  }

  private armNext(): void {
    this.arm(Math.min(Number.POSITIVE_INFINITY, ...this.all.map(({ nextMs }) => nextMs)));
  }
}
