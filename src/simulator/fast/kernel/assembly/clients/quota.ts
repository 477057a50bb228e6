import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { cell, NEVER } from '../memory';
import { QUOTA_OVERRUN_MS } from '../processors';

// The quota of processor time in each period, as in `CpuQuota`.

export function isLimited(): boolean {
  const vcpu = cell(OFFSET.VCPU);
  return vcpu !== Math.floor(vcpu);
}

/** Returns how long the work runs in a time from which on this much of a period is left. */
export function runningMs(usedMs: f64, rate: f64, left: f64, dt: f64): f64 {
  return beforeUsedMs(usedMs, rate, left, dt, mostMs(rate));
}

/** Returns how long the work has a part of the quota left in such a time. */
export function unusedMs(usedMs: f64, rate: f64, left: f64, dt: f64): f64 {
  return beforeUsedMs(usedMs, rate, left, dt, quotaMs());
}

/** Returns after how long the work has run for `runs`, if this much of a period is left. */
export function reachedAfterMs(usedMs: f64, rate: f64, left: f64, runs: f64): f64 {
  if (!isLimited() || rate === 0 || runs === NEVER) return runs;
  const periodMs = cell(OFFSET.QUOTA_PERIOD_MS);
  let used = usedMs;
  let restMs = runs;
  let afterMs: f64 = 0;
  let leftMs = left;
  while (true) {
    const here = runsFor(used, rate, leftMs, mostMs(rate));
    if (restMs <= here) return afterMs + restMs;
    const next = usedInNext(used, rate, leftMs);
    const isSteady = next === used && leftMs === periodMs;
    const periods = isSteady ? Math.ceil(restMs / here) - 1 : 1;
    restMs -= periods * here;
    afterMs += periods * leftMs;
    leftMs = periodMs;
    used = next;
  }
}

/** Returns the time that is used in the period of `fromMs + dt`, of which this much is gone then. */
export function usedAtEnd(usedMs: f64, rate: f64, fromMs: f64, gone: f64, dt: f64): f64 {
  if (!isLimited()) return 0;
  if (dt <= gone) return usedAfter(usedMs, rate, dt);
  if (rate === 0 && usedMs <= quotaMs()) return 0;
  const left = leftInPeriodMs(goneInPeriodMs(fromMs));
  const periodMs = cell(OFFSET.QUOTA_PERIOD_MS);
  let used = usedInNext(usedMs, rate, left);
  let periods = Math.round((dt - left - gone) / periodMs);
  for (let before: f64 = NaN; periods > 0 && used !== before; periods--) {
    before = used;
    used = usedInNext(used, rate, periodMs);
  }
  return usedAfter(used, rate, gone);
}

/** How much of its period is gone at a time. */
export function goneInPeriodMs(ms: f64): f64 {
  const sinceMs = ms - cell(AT.PERIODS_FROM_MS);
  const periodMs = cell(OFFSET.QUOTA_PERIOD_MS);
  return sinceMs - Math.floor(sinceMs / periodMs) * periodMs;
}

export function leftInPeriodMs(gone: f64): f64 {
  return cell(OFFSET.QUOTA_PERIOD_MS) - gone;
}

/** How long the work runs before it has used `untilMs` in a period. */
function beforeUsedMs(usedMs: f64, rate: f64, left: f64, dt: f64, untilMs: f64): f64 {
  if (!isLimited() || rate === 0) return dt;
  const periodMs = cell(OFFSET.QUOTA_PERIOD_MS);
  let restMs = dt;
  let used = usedMs;
  let sumMs: f64 = 0;
  let leftMs = left;
  while (restMs > leftMs) {
    const next = usedInNext(used, rate, leftMs);
    const isSteady = next === used && leftMs === periodMs;
    const periods = isSteady ? Math.floor(restMs / leftMs) : 1;
    sumMs += periods * runsFor(used, rate, leftMs, untilMs);
    restMs -= periods * leftMs;
    leftMs = periodMs;
    used = next;
  }
  return sumMs + runsFor(used, rate, restMs, untilMs);
}

function usedAfter(usedMs: f64, rate: f64, ms: f64): f64 {
  return Math.min(Math.max(usedMs, mostMs(rate)), usedMs + rate * ms);
}

function usedInNext(usedMs: f64, rate: f64, leftMs: f64): f64 {
  return Math.max(0, usedAfter(usedMs, rate, leftMs) - quotaMs());
}

function runsFor(usedMs: f64, rate: f64, ms: f64, untilMs: f64): f64 {
  return Math.min(ms, Math.max(0, untilMs - usedMs) / rate);
}

function mostMs(rate: f64): f64 {
  return quotaMs() + rate * QUOTA_OVERRUN_MS;
}

export function quotaMs(): f64 {
  return cell(OFFSET.VCPU) * cell(OFFSET.QUOTA_PERIOD_MS);
}
