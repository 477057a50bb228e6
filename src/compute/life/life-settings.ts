import type { Distribution } from './distribution.ts';
import type { InactivityRule } from './inactivity.ts';

/** How one compute lives: its inactivity rule, and how long and how surely its changes take. All are settable. */
export interface LifeSettings extends InactivityRule {
  readonly startTime: Distribution;
  readonly suspendTime: Distribution;
  readonly applyTime: Distribution;
  /** Share of starts that fail, 0 to 1. */
  readonly startFailureShare: number;
  readonly retry: RetryRule;
}

/** After the n-th failure in a row: first x factor^(n-1), at most highest; given up after the last attempt. */
interface RetryRule {
  readonly attempts: number;
  readonly firstMs: number;
  readonly factor: number;
  readonly highestMs: number;
}

/**
 * The service states five minutes, a look each 500 ms and a wake of a few hundred milliseconds. The other times and
 * the retries are assumptions.
 */
export const DEFAULT_LIFE: LifeSettings = {
  suspendAfterMs: 300_000,
  idleCheckMs: 500,
  startTime: { kind: 'log-normal', medianMs: 300, p95Ms: 600 },
  suspendTime: { kind: 'log-normal', medianMs: 200, p95Ms: 500 },
  applyTime: { kind: 'log-normal', medianMs: 100, p95Ms: 300 },
  startFailureShare: 0,
  retry: { attempts: 5, firstMs: 1000, factor: 2, highestMs: 30_000 },
};

export function backOffMs(rule: RetryRule, failures: number): number {
  return Math.min(rule.highestMs, Math.round(rule.firstMs * rule.factor ** (failures - 1)));
}
