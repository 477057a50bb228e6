import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawnValues,
  intervalsOf,
  quantileOf,
  readDocument,
  readScenario,
  type Uncertain,
  type UncertainQuantity,
} from '../../../src/scenario/index.ts';
import { problemsOf } from '../problems-of.ts';

function document(demand: object, more: object = {}) {
  const scenario = {
    why: 'How much?',
    horizon: '1h',
    compute: { size: 1, workingSet: '1GB' },
    demand: [{ name: 'users', ...demand }],
    ...more,
  };
  return readDocument(JSON.stringify(scenario, null, 2), 'app.yaml');
}

const LOAD = { kind: 'load', vcpu: { low: 0.1, likely: 0.5, high: 2 } };

const anyInterval: fc.Arbitrary<UncertainQuantity> = fc
  .tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.boolean())
  .map(([low, above, further, isWhole]) => ({
    name: 'demand.users.vcpu',
    path: [],
    unit: 'number',
    low,
    likely: low + above,
    high: low + above + further,
    isWhole,
  }));

describe('Intervals of a scenario', () => {
  test('have their field, unit and ends', () => {
    const found = intervalsOf(
      document(
        {
          kind: 'arrivals',
          perSecond: { of: { low: 1, high: 3, peakAt: '12:00' }, times: { low: 0.5, likely: 1, high: 2 } },
          sessions: { low: 1, likely: 2, high: 9 },
          query: { cpu: { mean: { low: '5ms', likely: '20ms', high: '1s' } } },
        },
        { compute: { size: 1, workingSet: { low: '100MB', likely: '1GB', high: '1GB' } } },
      ),
    );
    expect(
      found.map(({ name, unit, low, likely, high, isWhole }) => [name, unit, low, likely, high, isWhole]),
    ).toEqual([
      ['compute.workingSet', 'bytes', 100 * 2 ** 20, 2 ** 30, 2 ** 30, false],
      ['demand.users.perSecond.times', 'number', 0.5, 1, 2, false],
      ['demand.users.sessions', 'number', 1, 2, 9, true],
      ['demand.users.query.cpu.mean', 'ms', 5, 20, 1000, false],
    ]);
  });

  test('leave a scenario without any as it is', () => {
    const { uncertain, notes } = readScenario(document({ kind: 'load', vcpu: 0.5 }));
    expect([uncertain, notes]).toEqual([null, []]);
  });

  test('are read with their likely values, which a warning says', () => {
    const { simulation, notes } = readScenario(document(LOAD));
    expect(simulation).toEqual({
      ...readScenario(document({ kind: 'load', vcpu: 0.5 })).simulation,
      zone: simulation.zone,
    });
    expect(notes).toEqual([
      'Warning: demand.users.vcpu is an interval, and this answer uses its likely value. A plan of the scenario draws worlds instead.',
    ]);
  });

  test('become one value in each world', () => {
    const { uncertain } = readScenario(
      document({ ...LOAD, cpuPerQuery: { low: '1ms', likely: '2ms', high: '3ms' } }),
    );
    const [demand] = (uncertain as Uncertain).world([1.25, 2.5]).computes[0]?.demand ?? [];
    expect(demand).toMatchObject({ vcpu: { kind: 'constant', value: 1.25 }, cpuMsPerQuery: 2.5 });
  });

  test.each([
    [
      { kind: 'load', vcpu: { low: 3, likely: 2, high: 4 } },
      'found 3, 2, 4; write low, likely and high in this order, the smallest first',
    ],
    [
      { kind: 'load', vcpu: { likely: 2, high: 4 } },
      'the interval has no low; write low, likely and high, such as { low: 5ms, likely: 20ms, high: 100ms }',
    ],
    [
      { kind: 'load', vcpu: { low: 1, likely: 2, high: 4, peakAt: '9:00' } },
      'the interval has peakAt; write low, likely and high, such as { low: 5ms, likely: 20ms, high: 100ms }',
    ],
    [
      { kind: 'load', vcpu: { low: 1, likely: '2ms', high: 4 } },
      'found 1, "2ms", 4; write three numbers, three durations or three amounts, such as { low: 5ms, likely: 20ms, high: 100ms }',
    ],
    [
      { kind: 'trace', file: 'a.csv', vcpus: { low: 1, likely: 2, high: 4 } },
      'an interval cannot stand here; write one value; demand, workingSet, assumptions and prices may have intervals',
    ],
  ])('are refused if they are wrong: %j', (demand, words) => {
    const [problem] = problemsOf(() => readScenario(document(demand)));
    expect(problem).toMatch(/^app\.yaml:1\d, demand\[0\]/);
    expect(problem).toContain(`: ${words}`);
  });

  test('are refused for what somebody chooses', () => {
    const max = { low: 1, likely: 2, high: 4 };
    const [problem] = problemsOf(() => readScenario(document(LOAD, { compute: { min: 1, max } })));
    expect(problem).toContain('app.yaml:6, compute.max: an interval cannot stand here');
  });

  test('are refused if the field does not allow an end, at the line of the end', () => {
    const wrong = document({ kind: 'load', vcpu: { low: 0.1, likely: 0.5, high: 5000 } });
    const [problem] = problemsOf(() => readScenario(wrong));
    expect(problem).toContain('app.yaml:15, demand[0].vcpu.high: found 5000');
  });

  test('say that values are wrong only together', () => {
    const start = {
      median: { low: '1s', likely: '2s', high: '9s' },
      p95: { low: '2s', likely: '10s', high: '20s' },
    };
    const { uncertain } = readScenario(document({ kind: 'load', vcpu: 1 }, { assumptions: { start } }));
    const [problem] = problemsOf(() => (uncertain as Uncertain).world([9000, 3000]));
    expect(problem).toContain('found a group of fields, in a world drawn from the intervals');
  });
});

describe('The values of worlds', () => {
  test('are within their interval, one in each of as many equally likely parts', () => {
    fc.assert(
      fc.property(anyInterval, fc.integer({ min: 1, max: 50 }), fc.nat(), (interval, worlds, seed) => {
        const certain = { ...interval, isWhole: false };
        const values = drawnValues([certain], seed, worlds).map(([value]) => value as number);
        const sorted = values.toSorted((one, other) => one - other);
        for (const [part, value] of sorted.entries()) {
          expect(value).toBeGreaterThanOrEqual(quantileOf(certain, part / worlds));
          expect(value).toBeLessThanOrEqual(quantileOf(certain, (part + 1) / worlds));
        }
      }),
    );
  });

  test('of one interval do not depend on other intervals', () => {
    fc.assert(
      fc.property(anyInterval, anyInterval, fc.nat(), (one, two, seed) => {
        const other = { ...two, name: 'demand.users.connections' };
        const alone = drawnValues([one], seed, 20).map(([value]) => value);
        expect(drawnValues([other, one], seed, 20).map(([, value]) => value)).toEqual(alone);
        expect(drawnValues([one], seed, 20).map(([value]) => value)).toEqual(alone);
      }),
    );
  });

  test('have the mean and the quantiles of a triangular distribution', () => {
    const interval: UncertainQuantity = {
      name: 'a',
      path: [],
      unit: 'number',
      low: 2,
      likely: 3,
      high: 10,
      isWhole: false,
    };
    const values = drawnValues([interval], 1, 10_000).map(([value]) => value as number);
    expect(values.reduce((sum, one) => sum + one, 0) / values.length).toBeCloseTo((2 + 3 + 10) / 3, 3);
    expect([0, 1 / 8, 1].map((share) => quantileOf(interval, share))).toEqual([2, 3, 10]);
    expect(quantileOf({ ...interval, isWhole: true }, 0.5)).toBe(5);
  });
});
