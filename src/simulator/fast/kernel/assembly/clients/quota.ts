import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { cell, NEVER } from '../memory';

// The quota of processor time in each period, as in `CpuQuota`.

export function isLimited(): boolean {
  const vcpu = cell(OFFSET.VCPU);
  return vcpu !== Math.floor(vcpu);
}

/** Returns how long the work runs in a time from which on this much of a period is left. */
export function runningMs(usedMs: f64, rate: f64, left: f64, dt: f64): f64 {
  if (!isLimited() || rate === 0) return dt;
  const first = firstMs(usedMs, rate, left);
  const afterMs = dt - left;
  if (afterMs <= 0) return Math.min(dt, first);
  const each = runningInPeriodMs(rate);
  const periodMs = cell(OFFSET.QUOTA_PERIOD_MS);
  const periods = Math.floor(afterMs / periodMs);
  const lastMs = afterMs - periods * periodMs;
  return first + periods * each + Math.min(lastMs, each);
}

/** Returns after how long the work has run for `runs`, if this much of a period is left. */
export function reachedAfterMs(usedMs: f64, rate: f64, left: f64, runs: f64): f64 {
  if (!isLimited() || rate === 0 || runs === NEVER) return runs;
  const first = firstMs(usedMs, rate, left);
  if (runs <= first) return runs;
  const each = runningInPeriodMs(rate);
  const restMs = runs - first;
  const periods = Math.ceil(restMs / each) - 1;
  return left + periods * cell(OFFSET.QUOTA_PERIOD_MS) + restMs - periods * each;
}

/** Returns the time that is used in the period in which a time ends, of which this much is gone then. */
export function usedAfter(usedMs: f64, rate: f64, gone: f64, dt: f64): f64 {
  const used = dt <= gone ? usedMs + rate * dt : rate * gone;
  return isLimited() ? Math.min(Math.max(usedMs, quotaMs()), used) : used;
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

function firstMs(usedMs: f64, rate: f64, left: f64): f64 {
  return Math.min(Math.max(0, quotaMs() - usedMs) / rate, left);
}

function runningInPeriodMs(rate: f64): f64 {
  return Math.min(cell(OFFSET.QUOTA_PERIOD_MS), quotaMs() / rate);
}

function quotaMs(): f64 {
  return cell(OFFSET.VCPU) * cell(OFFSET.QUOTA_PERIOD_MS);
}
