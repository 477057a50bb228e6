import type { Policy } from './policy.ts';

/** What can be bought today: asleep after so long in which nobody wants anything; null: never. */
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
