import type { WakeAdmissionRule } from '../clients/wake-admission.ts';
import type { Distribution } from './distribution.ts';
import type { InactivityRule } from './inactivity.ts';
import { START_TIMES } from './start-times.ts';

/** Settings for the life of a compute: its inactivity rule, the durations of its changes, failed starts, and refusals at a wake. */
export interface LifeSettings extends InactivityRule {
  readonly startTime: Distribution;
  readonly suspendTime: Distribution;
  readonly applyTime: Distribution;
  /** Share of starts that fail, 0 to 1. */
  readonly startFailureShare: number;
  readonly retry: RetryRule;
  /** How the proxy treats clients that meet at a wake. Null if it admits all. */
  readonly wakeAdmission: WakeAdmissionRule | null;
}

/** The back-off after the n-th failure in a row is first x factor^(n-1), at most highest. `attempts` limits starts. */
interface RetryRule {
  readonly attempts: number;
  readonly firstMs: number;
  readonly factor: number;
  readonly highestMs: number;
}

/**
 * The service states a timeout of five minutes, a check every 500 ms and a wake of a few hundred milliseconds. The
 * other times and the retries are assumptions.
 */
export const DEFAULT_LIFE: LifeSettings = {
  suspendAfterMs: 300_000,
  idleCheckMs: 500,
  startTime: START_TIMES.stated,
  suspendTime: { kind: 'log-normal', medianMs: 200, p95Ms: 500 },
  applyTime: { kind: 'log-normal', medianMs: 100, p95Ms: 300 },
  startFailureShare: 0,
  retry: { attempts: 5, firstMs: 1000, factor: 2, highestMs: 30_000 },
  wakeAdmission: null,
};

/** Returns settings with a timeout. They are made field by field, because copies by spreading may differ in their shapes. */
export function settingsWithTimeout(
  settings: Omit<LifeSettings, 'suspendAfterMs'>,
  suspendAfterMs: number | null,
): LifeSettings {
  const { idleCheckMs, startTime, suspendTime, applyTime, startFailureShare, retry, wakeAdmission } =
    settings;
  return {
    suspendAfterMs,
    idleCheckMs,
    startTime,
    suspendTime,
    applyTime,
    startFailureShare,
    retry,
    wakeAdmission,
  };
}

export function backOffMs(rule: RetryRule, failures: number): number {
  return Math.min(rule.highestMs, Math.round(rule.firstMs * rule.factor ** (failures - 1)));
}
