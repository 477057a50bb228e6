import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DEFAULT_ASSUMPTIONS, Run, type Simulation } from '../../src/engine/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { costFloor, outcomeOf, type Setting, withSetting } from '../../src/planner/index.ts';
import { compute, jobs, simulation } from '../engine/worlds.ts';
import { anyDemand, anyWorld } from './worlds.ts';

/** Jobs of no length that come about as often as the compute would sleep: it is awake hardly longer than it must. */
const rhythm = fc.integer({ min: 55_000, max: 300_000 });
const anyRhythm: fc.Arbitrary<Simulation> = fc
  .record({
    everyMs: fc.tuple(rhythm, rhythm),
    connectTimeoutMs: fc.constantFrom(50, 5000, 60_000),
    changeMs: fc.constantFrom(0, 2000, 20_000, 40_000),
    idleCheckMs: fc.constantFrom(0, 500),
  })
  .map(({ everyMs, connectTimeoutMs, changeMs, idleCheckMs }) => {
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
        life: { ...life, idleCheckMs, startTime: constant(changeMs), suspendTime: constant(changeMs) },
      },
    });
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
        fc.oneof(anyDemand, anyRhythm, anyWorld),
        anySetting,
        (asked, { minCu, maxCu, suspendAfterMs, route }) => {
          const setting: Setting = { size: { minCu, maxCu }, suspendAfterMs, route };
          const run = new Run(withSetting(asked, setting), null, 'sums');
          const floorOf = costFloor(asked);
          const floors = Array.from({ length: 20 }, (_, i) => {
            run.advance(Math.floor((asked.horizonMs * i) / 20));
            return floorOf(setting, run.computes[0]?.meter.quarterCuMsAt(run.nowMs), run.nowMs);
          });
          run.advance(asked.horizonMs);
          expect(Math.max(...floors)).toBeLessThanOrEqual(outcomeOf(run).costPerMonth);
        },
      ),
    );
  });
});
