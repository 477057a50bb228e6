/**
 * A limit on processor time in each period, as a control group of Linux has it. Within a period, work runs at full
 * speed until the time of the period is used. Then it stands still until the next period begins. A whole number of
 * processors needs no limit: there is no more to use.
 *
 * Linux notices late that the time is used. So work goes on for `QUOTA_OVERRUN_MS`, and the next period has that much
 * less.
 *
 * A change of the quota gives all of it to the period under way, and forgets what was used before. Work that stood still
 * goes on at once, as it did on a real server (docs/reality.md).
 *
 * Periods follow each other from `originMs`. `usedMs` is the time that was used in the period of `fromMs`, and `rate`
 * the number of processors that the work uses while it runs.
 */
export class CpuQuota {
  readonly isLimited: boolean;
  /** The time that work may use in a period. */
  readonly ms: number;
  private readonly periodMs: number;
  private readonly originMs: number;

  constructor(vcpu: number, periodMs: number, originMs: number) {
    this.isLimited = !Number.isInteger(vcpu);
    this.ms = vcpu * periodMs;
    this.periodMs = periodMs;
    this.originMs = originMs;
  }

  /** Returns how long the work runs between two times. */
  runningMs(usedMs: number, rate: number, fromMs: number, toMs: number): number {
    return this.beforeUsedMs(usedMs, rate, fromMs, toMs, this.mostMs(rate));
  }

  /** Returns how long the work has a part of the quota left between two times. */
  unusedMs(usedMs: number, rate: number, fromMs: number, toMs: number): number {
    return this.beforeUsedMs(usedMs, rate, fromMs, toMs, this.ms);
  }

  /** Returns after how long the work has run for `runningMs`. */
  reachedAfterMs(usedMs: number, rate: number, fromMs: number, runningMs: number): number {
    if (!this.isLimited || rate === 0 || runningMs === Number.POSITIVE_INFINITY) return runningMs;
    let [used, restMs, afterMs] = [usedMs, runningMs, 0];
    let leftMs = this.leftMs(fromMs);
    for (;;) {
      const runs = runsFor(used, rate, leftMs, this.mostMs(rate));
      if (restMs <= runs) return afterMs + restMs;
      const next = this.usedInNext(used, rate, leftMs);
      const isSteady = next === used && leftMs === this.periodMs;
      const periods = isSteady ? Math.ceil(restMs / runs) - 1 : 1;
      restMs -= periods * runs;
      afterMs += periods * leftMs;
      leftMs = this.periodMs;
      used = next;
    }
  }

  /** Returns the time that is used in the period of `toMs`. Without a limit nothing counts. */
  usedAt(usedMs: number, rate: number, fromMs: number, toMs: number): number {
    if (!this.isLimited) return 0;
    const goneMs = this.goneMs(toMs);
    if (toMs - fromMs <= goneMs) return this.usedAfter(usedMs, rate, toMs - fromMs);
    const leftMs = this.leftMs(fromMs);
    let used = this.usedInNext(usedMs, rate, leftMs);
    let periods = Math.round((toMs - fromMs - leftMs - goneMs) / this.periodMs);
    for (let before = Number.NaN; periods > 0 && used !== before; periods--) {
      before = used;
      used = this.usedInNext(used, rate, this.periodMs);
    }
    return this.usedAfter(used, rate, goneMs);
  }

  /** How long the work runs before it has used `mostMs` in a period. */
  private beforeUsedMs(usedMs: number, rate: number, fromMs: number, toMs: number, mostMs: number): number {
    let restMs = toMs - fromMs;
    if (!this.isLimited || rate === 0) return restMs;
    let [used, sumMs] = [usedMs, 0];
    let leftMs = this.leftMs(fromMs);
    while (restMs > leftMs) {
      const next = this.usedInNext(used, rate, leftMs);
      const isSteady = next === used && leftMs === this.periodMs;
      const periods = isSteady ? Math.floor(restMs / leftMs) : 1;
      sumMs += periods * runsFor(used, rate, leftMs, mostMs);
      restMs -= periods * leftMs;
      leftMs = this.periodMs;
      used = next;
    }
    return sumMs + runsFor(used, rate, restMs, mostMs);
  }

  private usedAfter(usedMs: number, rate: number, ms: number): number {
    return Math.min(Math.max(usedMs, this.mostMs(rate)), usedMs + rate * ms);
  }

  /** The time that the next period begins with: what this one uses beyond its quota. */
  private usedInNext(usedMs: number, rate: number, leftMs: number): number {
    return Math.max(0, this.usedAfter(usedMs, rate, leftMs) - this.ms);
  }

  private mostMs(rate: number): number {
    return this.ms + rate * QUOTA_OVERRUN_MS;
  }

  /** How much of its period is gone at a time. Small numbers, so that a late origin changes no bit of the result. */
  private goneMs(ms: number): number {
    const sinceMs = ms - this.originMs;
    return sinceMs - Math.floor(sinceMs / this.periodMs) * this.periodMs;
  }

  private leftMs(ms: number): number {
    return this.periodMs - this.goneMs(ms);
  }
}

/** How long work runs in a part of a period, before it has used `mostMs`. It may have used more at another rate. */
function runsFor(usedMs: number, rate: number, ms: number, mostMs: number): number {
  return Math.min(ms, Math.max(0, mostMs - usedMs) / rate);
}

/**
 * How long each processor works on after the quota is used. A processor keeps a millisecond of the quota that it was
 * given last. Linux, with its usual 250 ticks a second, looks every 4 ms whether the quota is used, which is 2 ms too late
 * on average. For a process that never waited, 2.6 ms were measured (docs/reality.md).
 */
export const QUOTA_OVERRUN_MS = 3;
