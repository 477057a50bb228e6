import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AutoscalerState,
  DEFAULT_AUTOSCALER,
  type Decision,
  decide,
  deniesDownscale,
  describeReason,
  explainGoal,
  NO_WAITS,
  type ObservedMetrics,
  reasonsOf,
  underMemoryPressure,
} from '../../../src/compute/index.ts';
import { GIB, type QuarterCu, quarterCu } from '../../../src/facts/index.ts';
import { anyMetrics, goalOf, metrics } from './samples.ts';

const BUSY = 1_000_000;

const QUIET = metrics({
  load1: 0.1,
  load5: 0.1,
  memoryUsageBytes: 0.5 * GIB,
  memoryCachedBytes: 0,
  workingSetPages: [],
});

const RANGE = { minQuarterCu: quarterCu(0.25), maxQuarterCu: quarterCu(4) };

/** A compute from 0.25 to 4 CU with the size `cu`, and complete metrics that ask for little. */
function standing(
  cu: number,
  change: Partial<AutoscalerState & { metrics: ObservedMetrics }> = {},
): AutoscalerState {
  const { metrics: given = QUIET, ...rest } = change;
  return {
    size: quarterCu(cu),
    bounds: RANGE,
    goal: goalOf(given),
    nonReclaimableBytes: 0.2 * GIB,
    nextMetricsMs: BUSY + 5000,
    waits: NO_WAITS,
    ...rest,
  };
}

const loaded = (load: number) => metrics({ ...QUIET, load1: load, load5: load });
const now = (state: AutoscalerState): Decision => decide(state, BUSY, DEFAULT_AUTOSCALER);
const words = (state: AutoscalerState, nowMs = BUSY): string[] =>
  reasonsOf(state, decide(state, nowMs, DEFAULT_AUTOSCALER)).map(describeReason);

describe('the size goes up', () => {
  test('at once and straight to the goal', () => {
    const state = standing(0.25, { metrics: loaded(2.5) });
    const decision = now(state);
    // 2.5 / 0.9 / 0.25 = 11.1 quarters.
    expect(decision.size).toBe(11);
    expect(words(state)).toEqual(['CPU load asks for 2.75 CU']);
    expect(decision.nextLookMs).toBe(BUSY + 5000);
  });

  test('to the maximum at most', () => {
    const state = standing(1, { metrics: loaded(50) });
    expect(now(state).size).toBe(16);
    expect(words(state)).toEqual(['CPU load asks for 55.5 CU', 'the maximum holds it at 4 CU']);
  });

  test('even if some metrics are missing', () => {
    const decision = now(standing(1, { metrics: metrics({ memoryUsageBytes: 9 * GIB }) }));
    expect(decision.size).toBe(12);
  });

  test('by one quarter more under memory pressure, once a second', () => {
    const state = standing(1, { nonReclaimableBytes: 3.4 * GIB });
    const first = now(state);
    expect(first.size).toBe(5);
    expect(words(state)).toContain(
      'memory that cannot be given back fills 85% of the RAM: a quarter CU more at once',
    );
    expect(first.nextLookMs).toBe(BUSY + 1000);
    const again = decide({ ...state, waits: first.waits }, BUSY + 999, DEFAULT_AUTOSCALER);
    expect(again.size).toBe(4);
    expect(decide({ ...state, waits: first.waits }, BUSY + 1000, DEFAULT_AUTOSCALER).size).toBe(5);
  });
});

describe('the size goes down', () => {
  test('by a quarter CU after each round trip, without a pause', () => {
    const first = now(standing(2));
    expect(first.size).toBe(7);
    expect(words(standing(2))).toEqual(['memory asks for 0.25 CU', 'one step down to 1.75 CU']);
    expect(first.nextLookMs).toBe(BUSY + 1000);
    const early = standing(1.75, { waits: first.waits });
    expect(decide(early, BUSY + 999, DEFAULT_AUTOSCALER).size).toBe(7);
    expect(words(early, BUSY + 999)).toContain('the last step down is still under way');
    expect(decide(standing(1.75, { waits: first.waits }), BUSY + 1000, DEFAULT_AUTOSCALER).size).toBe(6);
  });

  test('not if memory in use would not fit, and asks again after five seconds', () => {
    // 0.85 x (3 GiB - 100 MiB) = 2.467 GiB, less than 2.4 GiB + 100 MiB.
    const state = standing(1, { nonReclaimableBytes: 2.4 * GIB, nextMetricsMs: BUSY + 5001 });
    const denied = now(state);
    expect(denied.size).toBe(4);
    expect(words(state)).toContain('memory in use would not fit into 0.75 CU: the step down is denied');
    expect(denied.nextLookMs).toBe(BUSY + 5000);
    const early = { ...state, nonReclaimableBytes: 0, waits: denied.waits };
    expect(decide(early, BUSY + 4999, DEFAULT_AUTOSCALER).size).toBe(4);
    expect(words(early, BUSY + 4999)).toContain(
      'a step down was denied a moment ago and is not asked for again yet',
    );
  });

  test('not below the minimum', () => {
    const state = standing(0.5, { bounds: { ...RANGE, minQuarterCu: quarterCu(0.5) } });
    expect(now(state).size).toBe(2);
    expect(words(state)).toEqual(['memory asks for 0.25 CU', 'the minimum holds it at 0.5 CU']);
  });

  test('not if metrics are missing', () => {
    const state = standing(2, { metrics: metrics({ load1: 0, load5: 0 }) });
    expect(now(state).size).toBe(8);
    expect(words(state)).toContain('metrics are missing: the goal is a lower bound, so no step down');
    expect(words(standing(2, { metrics: metrics({}) }))).toEqual(['no metrics: the size stays']);
  });
});

test('a denial and a step down wait independently', () => {
  const waits = { stepDownUntilMs: BUSY + 100, denialUntilMs: BUSY + 900, pressureUntilMs: BUSY + 50 };
  expect(now(standing(2, { waits }))).toMatchObject({ size: 8, waits, nextLookMs: BUSY + 50 });
});

/** 1 CU has 4 GiB, and the kernel keeps 100 MiB of it. 85% of the rest is 3,561,593,241.6 bytes. */
test.each([
  [3_561_593_241, false],
  [3_561_593_242, true],
])('%s non-reclaimable bytes are memory pressure on 1 CU: %s', (bytes, pressed) => {
  expect(underMemoryPressure(quarterCu(1), bytes)).toBe(pressed);
});

/** 0.75 CU has 3 GiB. 85% of it without the kernel's 100 MiB, minus 100 MiB, is 2,544,055,091.2 bytes. */
test.each([
  [2_544_055_091, false],
  [2_544_055_092, true],
])('a step down to 0.75 CU with %s bytes in use is denied: %s', (bytes, denied) => {
  expect(deniesDownscale(quarterCu(0.75), bytes)).toBe(denied);
});

const anyState: fc.Arbitrary<AutoscalerState> = fc
  .record({
    ends: fc.tuple(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 })),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    metrics: anyMetrics,
    nonReclaimableBytes: fc.double({ min: 0, max: 256 * GIB, noNaN: true }),
    next: fc.integer({ min: 1, max: 5000 }),
    waits: fc.tuple(fc.nat({ max: 2 * BUSY }), fc.nat({ max: 2 * BUSY }), fc.nat({ max: 2 * BUSY })),
  })
  .map(({ ends, place, metrics, nonReclaimableBytes, next, waits }) => {
    const [min, max] = [Math.min(...ends), Math.max(...ends)];
    const [stepDownUntilMs = 0, denialUntilMs = 0, pressureUntilMs = 0] = waits;
    return {
      bounds: { minQuarterCu: min as QuarterCu, maxQuarterCu: max as QuarterCu },
      size: Math.round(min + place * (max - min)) as QuarterCu,
      goal: goalOf(metrics),
      nonReclaimableBytes,
      nextMetricsMs: BUSY + next,
      waits: { stepDownUntilMs, denialUntilMs, pressureUntilMs },
    };
  });

describe('whatever the autoscaler knows', () => {
  test('it never leaves the range, never steps down by more than a quarter, and says why', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const decision = now(state);
        expect(decision.size).toBeGreaterThanOrEqual(state.bounds.minQuarterCu);
        expect(decision.size).toBeLessThanOrEqual(state.bounds.maxQuarterCu);
        expect(decision.size).toBeGreaterThanOrEqual(state.size - 1);
        expect(Number.isInteger(decision.size)).toBe(true);
        expect(reasonsOf(state, decision).length).toBeGreaterThan(0);
      }),
    );
  });

  test('it never steps down if metrics are missing or memory would not fit', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const decision = now(state);
        if (decision.size >= state.size) return;
        expect(state.goal.incomplete).toBe(false);
        expect(deniesDownscale(decision.size, state.nonReclaimableBytes)).toBe(false);
      }),
    );
  });

  test('it decides again later, at the next metrics at the latest', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { nextLookMs } = now(state);
        expect(nextLookMs).toBeGreaterThan(BUSY);
        expect(nextLookMs).toBeLessThanOrEqual(state.nextMetricsMs);
      }),
    );
  });

  test('it goes up to a goal above the size, or to the maximum', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const decision = now(state);
        const goal = state.goal.goalQuarterCu;
        if (goal === null || goal <= state.size) return;
        expect(decision.size).toBeGreaterThanOrEqual(Math.min(goal, state.bounds.maxQuarterCu));
      }),
    );
  });
});

test('a size outside its range is a broken invariant', () => {
  expect(() => now(standing(8))).toThrow('broken invariant: min <= size <= max');
});

describe('an explained goal', () => {
  const range = { minQuarterCu: quarterCu(0.5), maxQuarterCu: quarterCu(2) };
  const explained = (load: number, within: typeof range | null) => {
    const { goalCu, boundBy } = explainGoal(goalOf(loaded(load)), within);
    return { goalCu, boundBy };
  };

  test.each([
    [4, null, { goalCu: 4.5, boundBy: 'cpu' }],
    [4, range, { goalCu: 2, boundBy: 'max' }],
    [0.1, range, { goalCu: 0.5, boundBy: 'min' }],
    [1, range, { goalCu: 1, boundBy: 'cpu' }],
  ])('load %s within %j', (load, within, expected) => {
    expect(explained(load, within)).toEqual(expected);
  });

  test('is null without metrics', () => {
    const goal = goalOf(metrics({}));
    expect(explainGoal(goal, range)).toEqual({ goal, goalCu: null, boundBy: null });
  });
});
