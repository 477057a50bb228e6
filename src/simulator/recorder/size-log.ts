import type { QuarterCu } from '../../facts/index.ts';

/** The parts of a compute that show whether it is short of processors or cache. */
interface SizedCompute {
  readonly meter: { readonly size: number };
  readonly cpu: { throttledMsAt(nowMs: number): number };
  readonly cache: { takeWasFull(): boolean };
}

/** Up to when the time is added up, and the throttled time until then. */
interface SizeProgress {
  readonly sinceMs: number;
  readonly throttledBeforeMs: number;
}

/**
 * The time that a compute spent at each size, and the sizes at which it was short of processors or cache. A
 * larger size changes nothing while the compute is short of neither.
 */
export class SizeLog {
  private readonly msAt: number[] = [];
  private readonly wasThrottledAt: boolean[] = [];
  private readonly wasFullAt: boolean[] = [];
  // Begin as NaN, as the times of an agenda do.
  private sinceMs = Number.NaN;
  private throttledBeforeMs = Number.NaN;
  private readonly compute: SizedCompute;

  constructor(compute: SizedCompute) {
    this.compute = compute;
    this.sinceMs = 0;
    this.throttledBeforeMs = 0;
  }

  /** Adds up the time at the present size. The caller is about to change or read the sizes. */
  note(nowMs: number): void {
    const { meter, cpu, cache } = this.compute;
    const { size } = meter;
    const throttledMs = cpu.throttledMsAt(nowMs);
    if (size > 0) {
      this.msAt[size] = (this.msAt[size] ?? 0) + nowMs - this.sinceMs;
      if (throttledMs > this.throttledBeforeMs) this.wasThrottledAt[size] = true;
      if (cache.takeWasFull()) this.wasFullAt[size] = true;
    }
    this.sinceMs = nowMs;
    this.throttledBeforeMs = throttledMs;
  }

  progress(): SizeProgress {
    const { sinceMs, throttledBeforeMs } = this;
    return { sinceMs, throttledBeforeMs };
  }

  /** Takes over what a fast path has found at a size. */
  add(size: number, ms: number, wasThrottled: boolean, wasFull: boolean): void {
    this.msAt[size] = (this.msAt[size] ?? 0) + ms;
    if (wasThrottled) this.wasThrottledAt[size] = true;
    if (wasFull) this.wasFullAt[size] = true;
  }

  goOnFrom({ sinceMs, throttledBeforeMs }: SizeProgress): void {
    this.sinceMs = sinceMs;
    this.throttledBeforeMs = throttledBeforeMs;
  }

  /**
   * Returns the additional quarter CU times milliseconds with a larger minimum. Null if one of the smaller
   * sizes was short of a resource that the larger one has more of.
   *
   * @param vcpuOf the processors of each size
   * @param isLoaded whether a load shares the processors; with other processors its sums have other
   * intervals, and round differently
   */
  above(minimum: QuarterCu, vcpuOf: Float64Array, isLoaded: boolean): number | null {
    let above = 0;
    for (let size = 1; size < minimum; size++) {
      const ms = this.msAt[size];
      if (ms === undefined) continue;
      const isOther = vcpuOf[size] !== vcpuOf[minimum];
      if (this.wasFullAt[size] || (isOther && (isLoaded || this.wasThrottledAt[size]))) return null;
      above += (minimum - size) * ms;
    }
    return above;
  }
}
