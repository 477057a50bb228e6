import type { Policy } from './policy.ts';

/**
 * The policy that the service sells: the compute sleeps after this time without activity; null means never.
 */
export function fixedTimeout(suspendAfterMs: number | null): Policy<null> {
  return {
    nothing: null,
    learn: () => null,
    decide: (_, { sinceMs }) =>
      suspendAfterMs === null
        ? { keepUntilMs: Number.POSITIVE_INFINITY, wakeAtMs: null, why: 'off' }
        : { keepUntilMs: sinceMs + suspendAfterMs, wakeAtMs: null, why: 'timeout' },
  };
}
