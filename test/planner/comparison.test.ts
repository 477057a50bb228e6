import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Configuration,
  comparisonOf,
  evaluate,
  PROFILES,
  type Ran,
  withConfiguration,
} from '../../src/planner/index.ts';
import { load, POLLER, world } from './worlds.ts';

const simulation = world([POLLER, load([0.1, 2, 0.1])], HOUR_MS);
const OUTCOME = evaluate(simulation, {
  size: { minCu: 1, maxCu: 1 },
  suspendAfterMs: 5 * MINUTE_MS,
  route: 'direct',
});
const ranWith = (configuration: Configuration) => ({
  simulation: withConfiguration(simulation, configuration),
  outcome: OUTCOME,
});

const anySetting: fc.Arbitrary<Configuration> = fc.record({
  size: fc.constantFrom({ minCu: 0.25, maxCu: 2 }, { minCu: 0.5, maxCu: 2 }, { minCu: 2, maxCu: 2 }),
  suspendAfterMs: fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS, null),
  route: fc.constantFrom('direct', 'pooler'),
});

describe('a comparison', () => {
  test('names each difference of two configurations once, and none of the demand', () => {
    fc.assert(
      fc.property(anySetting, anySetting, (one, other) => {
        const { configurations, demand } = comparisonOf(ranWith(one), ranWith(other), PROFILES.balanced);
        const flat = ({ size, suspendAfterMs, route }: Configuration) => ({ ...size, suspendAfterMs, route });
        const [before, after] = [Object.entries(flat(one)), flat(other)];
        expect(configurations).toEqual(
          before.flatMap(([field, a]) => {
            const b = after[field as keyof typeof after];
            return a === b ? [] : [{ field, a, b }];
          }),
        );
        expect(demand).toEqual([]);
      }),
    );
  });

  const KNOWN = { ...OUTCOME, hitRatio: 0.8, wakesInHoursPerDay: 1 };

  test('counts less as better, except for cache hits and free disk', () => {
    const half = Object.fromEntries(Object.entries(KNOWN).map(([k, v]) => [k, (v ?? 0) / 2]));
    const a = { simulation, outcome: KNOWN };
    const b = { simulation, outcome: half as unknown as typeof OUTCOME };
    for (const { figure, a: was, verdict } of comparisonOf(a, b, PROFILES.balanced).figures) {
      const isLeast = figure === 'cache-hits' || figure === 'disk-free';
      expect([figure, verdict]).toEqual([
        figure,
        was === 0 ? 'same' : figure === 'awake' ? null : isLeast ? 'worse' : 'better',
      ]);
    }
  });

  test('finds samples that differ in one value, and shows only how many there are', () => {
    const values = [0.1, 2, 0.1];
    const [a, same, b] = [values, [...values], [0.1, 2, 0.2]].map((one) => ({
      simulation: world([load(one)], HOUR_MS),
      outcome: OUTCOME,
    })) as [Ran, Ran, Ran];
    expect(comparisonOf(a, same, PROFILES.balanced).demand).toEqual([]);
    expect(comparisonOf(a, b, PROFILES.balanced).demand).toEqual([
      { field: 'demand.load.vcpu.values', a: '3 values', b: '3 values' },
    ]);
  });

  test('shows demand that only one run has, and gives no verdict on counts over different times', () => {
    const a = { simulation: world([POLLER], HOUR_MS), outcome: OUTCOME };
    const b = { simulation: world([], 2 * HOUR_MS), outcome: { ...OUTCOME, refused: 7, cuHours: 99 } };
    const { demand, figures } = comparisonOf(a, b, PROFILES.balanced);
    expect(demand).toEqual([
      { field: 'horizonMs', a: HOUR_MS, b: 2 * HOUR_MS },
      { field: `demand.${POLLER.name}`, a: POLLER, b: null },
    ]);
    const verdicts = figures.filter(({ figure }) => figure === 'refused' || figure === 'cu-hours');
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([null, null]);
  });
});
