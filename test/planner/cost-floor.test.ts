import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Configuration,
  costFloor,
  evaluate,
  outcomeOf,
  withConfiguration,
} from '../../src/planner/index.ts';
import { DEFAULT_ASSUMPTIONS, Run, type Simulation } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anyAdmission, anyZones, compute, group, jobs, simulation } from '../simulator/worlds.ts';
import { anyDemand, anyWorld } from './worlds.ts';

/** Jobs of no length that come about as often as the compute would sleep: it is awake hardly longer than it must. */
const rhythm = fc.integer({ min: 55_000, max: 300_000 });
const anyRhythm: fc.Arbitrary<Simulation> = fc
  .record({
    everyMs: fc.tuple(rhythm, rhythm),
    connectTimeoutMs: fc.constantFrom(50, 5000, 60_000),
    changeMs: fc.constantFrom(0, 2000, 20_000, 40_000),
    idleCheckMs: fc.constantFrom(0, 500),
    wakeAdmission: anyAdmission,
  })
  .map(({ everyMs, connectTimeoutMs, changeMs, idleCheckMs, wakeAdmission }) => {
    const { life } = DEFAULT_ASSUMPTIONS;
    const demand = everyMs.map((ms, i) => {
      const schedule = { kind: 'every', everyMs: ms, offsetMs: 0 } as const;
      const { client, ...job } = jobs(0, {}, { name: `jobs ${i}`, schedule });
      return { ...job, client: { ...client, connectTimeoutMs } };
    });
    return simulation({
      horizonMs: HOUR_MS,
      computes: [compute(demand)],
      assumptions: {
        ...DEFAULT_ASSUMPTIONS,
        life: {
          ...life,
          idleCheckMs,
          wakeAdmission,
          startTime: constant(changeMs),
          suspendTime: constant(changeMs),
        },
      },
    });
  });

/** Groups of clients that leave pauses about as long as a timeout, and planned changes of the size and the branch. */
const anyChanged: fc.Arbitrary<Simulation> = fc
  .record({
    given: fc.oneof(anyDemand, anyRhythm),
    count: fc.integer({ min: 0, max: 3 }),
    thinkMs: fc.integer({ min: 1000, max: 60_000 }),
    pool: fc.integer({ min: 1, max: 3 }),
    client: fc.record({
      connectTimeoutMs: fc.constantFrom(50, 5000, 60_000),
      retries: fc.nat({ max: 3 }),
      backOffMs: fc.constantFrom(10, 2000, 20_000),
      backOffFactor: fc.constantFrom(1, 2),
    }),
    changes: fc.array(
      fc.record({
        atMs: fc.nat({ max: 2 * HOUR_MS }),
        change: fc.oneof(
          fc
            .constantFrom([1, 1], [0.25, 2], [2, 8])
            .map(([minCu = 1, maxCu = 1]) => ({ kind: 'size' as const, size: { minCu, maxCu } })),
          fc.constantFrom('dev', 'test').map((branch) => ({ kind: 'branch' as const, branch })),
        ),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ given, count, thinkMs, pool, client, changes }) => {
    const clients = group(count, { kind: 'exponential', meanMs: thinkMs }, { cpu: constant(20) });
    const own = { ...clients, name: 'group', client, pool: { max: pool, idleMs: null, prePing: false } };
    const computes = given.computes.map((one) => ({
      ...one,
      changes,
      demand: count === 0 ? one.demand : [...one.demand.slice(0, 1), own],
    }));
    return { ...given, computes };
  });

/** The five-minute load average counts too, so the wanted size does not follow from the loads alone. */
const anyZoned: fc.Arbitrary<Simulation> = fc.tuple(anyWorld, anyZones).map(([given, zones]) => {
  const autoscaler = { ...DEFAULT_ASSUMPTIONS.autoscaler, ...zones };
  return { ...given, assumptions: { ...given.assumptions, autoscaler } };
});

const anySetting = fc.record({
  minCu: fc.constantFrom(0.25, 2),
  maxCu: fc.constantFrom(2, 4, 8),
  suspendAfterMs: fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS, null),
  route: fc.constantFrom('direct' as const, 'pooler' as const, 'mixed' as const),
});

describe('the floor of the cost', () => {
  test('never exceeds the cost, whatever has been metered so far', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyDemand, anyRhythm, anyWorld, anyChanged, anyChanged, anyZoned),
        anySetting,
        (asked, { minCu, maxCu, suspendAfterMs, route }) => {
          const configuration: Configuration = { size: { minCu, maxCu }, suspendAfterMs, route };
          const run = new Run(withConfiguration(asked, configuration), null, 'sums');
          const floorOf = costFloor(asked);
          const floors = Array.from({ length: 20 }, (_, i) => {
            run.advance(Math.floor((asked.horizonMs * i) / 20));
            return floorOf(configuration, run.computes[0]?.meter.quarterCuMsAt(run.nowMs), run.nowMs);
          });
          run.advance(asked.horizonMs);
          expect(Math.max(...floors)).toBeLessThanOrEqual(outcomeOf(run).costPerMonth);
        },
      ),
      runs(100, 500),
    );
  });

  test('is close to the cost of clients that let no compute sleep, also with a planned resize', () => {
    const clients = group(20, { kind: 'exponential', meanMs: 3000 }, { cpu: constant(20) });
    const change = { kind: 'size', size: { minCu: 4, maxCu: 4 } } as const;
    const asked = simulation({
      horizonMs: 6 * HOUR_MS,
      computes: [compute([clients], { changes: [{ atMs: 3 * HOUR_MS, change }] })],
    });
    for (const minCu of [1, 8]) {
      const configuration: Configuration = {
        size: { minCu, maxCu: minCu },
        suspendAfterMs: 5 * MINUTE_MS,
        route: 'direct',
      };
      const { costPerMonth } = evaluate(asked, configuration);
      expect(costFloor(asked)(configuration)).toBeGreaterThan(0.99 * costPerMonth);
      expect(costFloor(asked)(configuration)).toBeLessThanOrEqual(costPerMonth);
    }
  });
});
