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

/** The queries that take their memory gradually, a part each second. */
export class MemoryRamps {
  private ramps: readonly Ramp[] = [];
  /** Sets the alarm for the next part. Infinity: there is none. */
  private readonly arm: (atMs: number) => void;

  constructor(arm: (atMs: number) => void) {
    this.arm = arm;
  }

  begin(visit: number, use: number, bytes: number, parts: number, nowMs: number): void {
    this.ramps = [...this.ramps, { visit, use, bytes, left: parts, nextMs: nowMs + SECOND_MS }];
    this.armNext();
  }

  /** Takes the parts that are due. `take` returns false if the query is over, and its ramp ends. */
  due(nowMs: number, take: (visit: number, use: number, bytes: number) => boolean): void {
    for (const ramp of this.ramps) {
      if (ramp.nextMs > nowMs || !this.ramps.includes(ramp)) continue;
      ramp.left--;
      ramp.nextMs += SECOND_MS;
      if (!take(ramp.visit, ramp.use, ramp.bytes) || ramp.left === 0) {
        this.ramps = this.ramps.filter((other) => other !== ramp);
      }
    }
    this.armNext();
  }

  /** The ramps, also those of queries that are over. */
  get all(): readonly Ramp[] {
    return this.ramps;
  }

  /** Takes over what a fast path has made of them. Their alarm is its own. */
  set all(ramps: readonly Ramp[]) {
    this.ramps = ramps;
  }

  /** Returns the ramps of queries that are still under way. */
  saved(useOf: (visit: number) => number): SavedRamp[] {
    return this.ramps
      .filter(({ visit, use }) => useOf(visit) === use)
      .map(({ visit, bytes, left, nextMs }) => ({ visit, bytes, left, nextMs }));
  }

  resume(ramps: readonly SavedRamp[], useOf: (visit: number) => number): void {
    this.ramps = ramps.map((ramp) => ({ ...ramp, use: useOf(ramp.visit) }));
    this.armNext();
  }

  clear(): void {
    this.ramps = [];
    this.armNext();
  }

  private armNext(): void {
    this.arm(Math.min(Number.POSITIVE_INFINITY, ...this.ramps.map(({ nextMs }) => nextMs)));
  }
}
