import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backOffMs, constant, quantileMs, suspensionDueMs } from '../../src/compute/index.ts';

describe('how long things take', () => {
  test('a constant is always the same', () => {
    expect([0.01, 0.5, 0.99].map((u) => quantileMs(constant(700), u))).toEqual([700, 700, 700]);
  });

  test('a log-normal has the given percentiles, and a tail', () => {
    const wake = { kind: 'log-normal', medianMs: 1800, p95Ms: 2600 } as const;
    expect([0.5, 0.95].map((u) => quantileMs(wake, u))).toEqual([1800, 2600]);
    // exp(ln 1800 + ln(2600 / 1800) / 1.6448536 x 2.3263479), with the 99th percentile of the standard
    // normal.
    expect(quantileMs(wake, 0.99)).toBe(3028);
    expect(quantileMs(wake, 0.01)).toBe(1070);
  });

  test('a larger quantile is never a shorter time', () => {
    const share = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 10 }),
        (a, b, ms, tail) => {
          const distribution = { kind: 'log-normal', medianMs: ms, p95Ms: ms * tail } as const;
          expect(quantileMs(distribution, Math.min(a, b))).toBeLessThanOrEqual(
            quantileMs(distribution, Math.max(a, b)),
          );
        },
      ),
    );
  });

  test('each retry backs off twice as long, up to the maximum', () => {
    const rule = { attempts: 9, firstMs: 1000, factor: 2, highestMs: 5000 };
    expect([1, 2, 3, 4, 5].map((failures) => backOffMs(rule, failures))).toEqual([
      1000, 2000, 4000, 5000, 5000,
    ]);
  });
});

describe('when inactivity suspends', () => {
  test('right after the timeout, if activity is noticed at once', () => {
    expect(suspensionDueMs({ suspendAfterMs: 300_000, idleCheckMs: 0 }, 123, 1_000_001)).toBe(1_300_001);
  });

  test('at a check, counted from the start, if checks come every 500 ms', () => {
    expect(suspensionDueMs({ suspendAfterMs: 300_000, idleCheckMs: 500 }, 123, 1_000_001)).toBe(1_300_123);
  });

  test('never, if scale to zero is off', () => {
    expect(suspensionDueMs({ suspendAfterMs: null, idleCheckMs: 500 }, 0, 0)).toBeNull();
  });

  test('never early, and late by less than two checks', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.nat({ max: 1e9 }),
        fc.nat(1e6),
        fc.nat(1e6),
        (check, started, since, after) => {
          const rule = { suspendAfterMs: after, idleCheckMs: check };
          const dueMs = suspensionDueMs(rule, started, started + since) as number;
          expect(dueMs).toBeGreaterThanOrEqual(started + since + after);
          expect(dueMs - (started + since + after)).toBeLessThan(Math.max(1, 2 * check));
        },
      ),
    );
  });
});
