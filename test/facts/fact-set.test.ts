import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIFE, quantileMs } from '../../src/compute/index.ts';
import {
  ALL_FACT_KEYS,
  computeCostMicros,
  FACT_SET_NAMES,
  factSet,
  takenFacts,
} from '../../src/facts/index.ts';

describe('fact sets', () => {
  test.each(FACT_SET_NAMES)('%s: every fact has a source with a date', (name) => {
    const facts = factSet(name);
    for (const { source } of ALL_FACT_KEYS.flatMap((key) => facts[key] ?? [])) {
      expect(source.document).not.toBe('');
      expect(source.section).not.toBe('');
      expect(source.date).toMatch(/\b\d{4}(-\d{2}){0,2}$/);
    }
  });

  test('spec takes the facts that it does not state from the newest set, and marks them', () => {
    expect(takenFacts(factSet('spec'))).toEqual([
      'sharedBurstFactor',
      'connectionsMinimumFactor',
      'reservedConnections',
      'poolShare',
      'queryWaitTimeoutMs',
      'suspendBounds',
      'launchPlanSizes',
      'scalePlanSizes',
      'suspendChoices',
      'quotaCuHours',
      'prices',
    ]);
    expect(takenFacts(factSet('2026-08'))).toEqual([]);
  });

  test('fact sets differ if their sources differ', () => {
    const [spec, documentation] = [factSet('spec'), factSet('2026-08')];
    expect(spec.maxConnections.value.kind).toBe('table');
    expect(documentation.maxConnections.value.kind).toBe('formula');
    expect(spec.autoscaling.value.widestSpreadCu).toBeNull();
    expect(documentation.autoscaling.value.widestSpreadCu).toBe(8);
    expect(spec.freePlanSizes.value.fixedHighestCu).toBe(0.25);
    expect(documentation.freePlanSizes.value.fixedHighestCu).toBe(2);
  });
});

test('facts that no other test checks have their values', () => {
  const { prices, ...facts } = factSet('2026-08');
  expect(prices.value).toEqual({
    date: '2026-08',
    source: 'public price list',
    currency: 'USD',
    computeMicrosPerCuHour: { free: 0, launch: 106_000, scale: 222_000 },
    storageMicrosPerGbMonth: 350_000,
    restoreHistoryMicrosPerGbMonth: 200_000,
    transferMicrosPerGb: 100_000,
    transferIncludedGb: 100,
    branchMicrosPerMonth: 1_500_000,
  });
  expect(facts.quotaCuHours.value).toEqual({ free: 100, launch: null, scale: null });
  expect(facts.queryWaitTimeoutMs.value).toBe(120_000);
  expect(facts.pooledClients.value).toBe(10_000);
  expect(facts.suspendDefaultMs.value).toBe(300_000);
  expect(facts.suspendBounds.value).toEqual({ lowestMs: 60_000, highestMs: 604_800_000 });
  expect(facts.maxConnections.value).toEqual({ kind: 'formula', perCu: 419.66, lowest: 100, highest: 4000 });
  expect(facts.wakeMs.value).toBe(medianOf(DEFAULT_LIFE.startTime));
  expect(factSet('spec').suspendDefaultMs.value).toBe(DEFAULT_LIFE.suspendAfterMs);
});

function medianOf(time: typeof DEFAULT_LIFE.startTime): number {
  return quantileMs(time, 0.5);
}

describe('cost of CU-time', () => {
  test('a CU for an hour costs the price of a CU-hour', () => {
    expect(computeCostMicros(4 * 3_600_000, 222_000)).toBe(222_000);
  });

  test('it is exact beyond 2^53 and rounds half up', () => {
    // A fleet of 1,000 computes of 56 CU for a year.
    expect(computeCostMicros(1000 * 224 * 365 * 86_400_000, 222_000)).toBe(1000 * 56 * 365 * 24 * 222_000);
    expect(computeCostMicros(2 * 3_600_000, 1)).toBe(1);
    expect(computeCostMicros(2 * 3_600_000 - 1, 1)).toBe(0);
  });

  test('the cost of two parts is that of the whole, within a millionth', () => {
    const time = fc.nat({ max: 2 ** 40 });
    fc.assert(
      fc.property(time, time, fc.nat({ max: 1_000_000 }), (a, b, price) => {
        const whole = computeCostMicros(a + b, price);
        const parts = computeCostMicros(a, price) + computeCostMicros(b, price);
        expect(Math.abs(whole - parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
