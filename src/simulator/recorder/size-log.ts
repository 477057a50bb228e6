import type { QuarterCu } from '../../facts/index.ts';

/** The parts of a compute that can be short of something at a size. */
interface SizedCompute {
  readonly meter: { readonly size: number };
  readonly cpu: { throttledMsAt(nowMs: number): number };
  readonly cache: { takeWasFull(): boolean };
}

/**
 * How long a compute has had each size, and at which sizes it was short of processors or of cache. While it is short of
 * neither, a larger size would make no difference.
 */
export class SizeLog {
  private readonly msAt: number[] = [];
  private readonly wasThrottledAt: boolean[] = [];
  private readonly wasFullAt: boolean[] = [];
  private sinceMs = 0;
  private throttledBeforeMs = 0;
  private readonly compute: SizedCompute;

  constructor(compute: SizedCompute) {
    this.compute = compute;
  }

  /** The size that is metered is about to change, or is asked about. */
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

  /**
   * The additional quarter CU times milliseconds with a larger minimum; null if one of the smaller sizes was short of
   * something that the larger one has more of.
   *
   * @param vcpuOf the processors of each size
   * @param isLoaded a load shares the processors: other processors then divide its time otherwise
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
