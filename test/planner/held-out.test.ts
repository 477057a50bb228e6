import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import { type Configuration, evaluate, heldOut, heldOutFromMs, PROFILES } from '../../src/planner/index.ts';
import { load, USUAL, world } from './worlds.ts';

const always: Configuration = { ...USUAL, size: { minCu: 1, maxCu: 1 }, suspendAfterMs: null };
const objectives = PROFILES.balanced;

describe('the holdout of a plan', () => {
  test('begins at a local midnight if the run has one', () => {
    expect(heldOutFromMs(world([], 10 * DAY_MS), 0.25)).toBe(7 * DAY_MS);
    expect(heldOutFromMs(world([], 6 * HOUR_MS), 0.25)).toBe(4.5 * HOUR_MS);
  });

  test('is the rest of the run, and no more', () => {
    const minutes = Array.from({ length: 6 * 60 }, (_, minute) => (minute < 240 ? 4 : 0.5));
    const simulation = world([load(minutes)]);
    const first = heldOut(simulation, 0, always, objectives);
    const { costPerMonth, throttledShare } = evaluate(simulation, always);
    expect(first.costPerMonth).toBe(costPerMonth);
    expect(first.broken.find(({ objective }) => objective === 'throttled')?.found).toBe(throttledShare);
    expect(first.late.map(({ objective }) => objective)).toEqual(['delay-p95', 'delay-p99']);
    const rest = heldOut(simulation, 5 * HOUR_MS, always, objectives);
    expect([rest.lengthMs, rest.broken.length]).toEqual([HOUR_MS, 1]);
  });

  test('breaks an objective that the part before met', () => {
    const simulation = world([load(Array.from({ length: 6 * 60 }, (_, minute) => (minute < 300 ? 0.5 : 4)))]);
    expect(evaluate({ ...simulation, horizonMs: 5 * HOUR_MS }, always).throttledShare).toBeLessThan(1e-4);
    const { broken, late, ...rest } = heldOut(simulation, 5 * HOUR_MS, always, objectives);
    expect(broken).toEqual([{ objective: 'throttled', found: 1, bound: 0.02 }]);
    expect(late).toEqual([
      { objective: 'delay-p95', share: expect.closeTo(1, 1), most: 0.05 },
      { objective: 'delay-p99', share: expect.closeTo(1, 1), most: 0.01 },
    ]);
    expect(rest).toEqual({
      fromMs: 5 * HOUR_MS,
      lengthMs: HOUR_MS,
      // Awake throughout, while the whole run begins with a start.
      costPerMonth: expect.closeTo(evaluate(simulation, always).costPerMonth, 1),
    });
  });
});
