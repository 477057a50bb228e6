/**
 * A limit on processor time in each period, as a control group of Linux has it. Within a period, work runs at full
 * speed until the time of the period is used. Then it stands still until the next period begins. A whole number of
 * processors needs no limit: there is no more to use.
 *
 * Periods follow each other from `originMs`. `usedMs` is the time that was used in the period of `fromMs`, and `rate`
 * the number of processors that the work uses while it runs.
 */
export class CpuQuota {
  readonly isLimited: boolean;
  private readonly periodMs: number;
  private readonly originMs: number;
  private readonly quotaMs: number;

  constructor(vcpu: number, periodMs: number, originMs: number) {
    this.isLimited = !Number.isInteger(vcpu);
    this.periodMs = periodMs;
    this.originMs = originMs;
    this.quotaMs = vcpu * periodMs;
  }

  /** Returns how long the work runs between two times. */
  runningMs(usedMs: number, rate: number, fromMs: number, toMs: number): number {
    if (!this.isLimited || rate === 0) return toMs - fromMs;
    const leftMs = this.leftMs(fromMs);
    const firstMs = this.firstMs(usedMs, rate, leftMs);
    const afterMs = toMs - fromMs - leftMs;
    if (afterMs <= 0) return Math.min(toMs - fromMs, firstMs);
    const eachMs = this.runningInPeriodMs(rate);
    const periods = Math.floor(afterMs / this.periodMs);
    const lastMs = afterMs - periods * this.periodMs;
    return firstMs + periods * eachMs + Math.min(lastMs, eachMs);
  }

  /** Returns after how long the work has run for `runningMs`. */
  reachedAfterMs(usedMs: number, rate: number, fromMs: number, runningMs: number): number {
    if (!this.isLimited || rate === 0 || runningMs === Number.POSITIVE_INFINITY) return runningMs;
    const leftMs = this.leftMs(fromMs);
    const firstMs = this.firstMs(usedMs, rate, leftMs);
    if (runningMs <= firstMs) return runningMs;
    const eachMs = this.runningInPeriodMs(rate);
    const restMs = runningMs - firstMs;
    const periods = Math.ceil(restMs / eachMs) - 1;
    return leftMs + periods * this.periodMs + restMs - periods * eachMs;
  }

  /**
   * Returns the time that is used in the period of `toMs`. It counts without a limit too, so that a size that never held
   * back its work leaves the same to the next one as a larger size.
   */
  usedAt(usedMs: number, rate: number, fromMs: number, toMs: number): number {
    const goneMs = this.goneMs(toMs);
    const isSame = toMs - fromMs <= goneMs;
    const used = isSame ? usedMs + rate * (toMs - fromMs) : rate * goneMs;
    return this.isLimited ? Math.min(Math.max(usedMs, this.quotaMs), used) : used;
  }

  /** How long work runs in what is left of a period. A larger size may have used more than the whole quota. */
  private firstMs(usedMs: number, rate: number, leftMs: number): number {
    return Math.min(Math.max(0, this.quotaMs - usedMs) / rate, leftMs);
  }

  /** How much of its period is gone at a time. Small numbers, so that a late origin changes no bit of the result. */
  private goneMs(ms: number): number {
    const sinceMs = ms - this.originMs;
    return sinceMs - Math.floor(sinceMs / this.periodMs) * this.periodMs;
  }

  private leftMs(ms: number): number {
    return this.periodMs - this.goneMs(ms);
  }

  private runningInPeriodMs(rate: number): number {
    return Math.min(this.periodMs, this.quotaMs / rate);
  }
}
