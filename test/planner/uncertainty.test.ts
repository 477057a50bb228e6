import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, QUARTER_CU_MS_PER_CU_HOUR } from '../../src/facts/index.ts';
import { daysOf } from '../../src/planner/confidence/days.ts';
import { drawMonths } from '../../src/planner/confidence/months.ts';
import { persistenceOf, spreadFactor } from '../../src/planner/confidence/persistence.ts';
import { studentWidening } from '../../src/planner/confidence/student.ts';
import { figuresFor, isKept } from '../../src/planner/confidence/summed-figures.ts';
import { total } from '../../src/planner/confidence/sums.ts';
import {
  configurationOf,
  detailHere,
  evaluate,
  howSure,
  PROFILES,
  RISKS,
  type Sums,
  sumsOf,
  uncertaintyOf,
} from '../../src/planner/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { load, POLLER, world } from './worlds.ts';

const objectives = PROFILES.balanced;
const simulation = world([], 28 * DAY_MS);
const awake = (hours: number, throttledShare = 0): Sums =>
  sumsOf((name) => {
    if (name === 'ms') return DAY_MS;
    if (name === 'awakeMs') return hours * HOUR_MS;
    if (name === 'throttledMs') return throttledShare * hours * HOUR_MS;
    return name === 'quarterCuMs' ? hours * QUARTER_CU_MS_PER_CU_HOUR : 0;
  });
const daysLike = (count: number, of: (day: number) => Sums) => Array.from({ length: count }, (_, i) => of(i));

describe('months', () => {
  test('are drawn from days of the same weekday, and from whole weeks if there are four', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.nat(), (weeks, seed) => {
        const { blocks, drawn } = drawMonths(weeks, seed, 5);
        expect(blocks).toBe(weeks < 4 ? 'days' : 'weeks');
        for (const month of drawn) {
          expect(month).toHaveLength(31);
          for (const [i, day] of month.entries()) {
            expect(day).toBeLessThan(7 * weeks);
            expect(day % 7).toBe(((month[0] as number) + i) % 7);
            if (blocks === 'weeks' && i % 7 !== 0)
              expect(day).toBe(((month[i - 1] as number) + 1) % (7 * weeks));
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('are wider the fewer the weeks, and the more days resemble each other', () => {
    // One-sided 5 % of Student's distribution, as tables have it.
    for (const [freedom, quantile] of [
      [3, 2.3534],
      [7, 1.8946],
      [30, 1.6973],
    ] as const)
      expect(studentWidening(freedom) * 1.6449).toBeCloseTo(quantile, 1.5);
    expect(spreadFactor(0, 31)).toBe(1);
    expect(spreadFactor(0.5, 10_000)).toBeCloseTo(3, 2);
    const steps = Array.from({ length: 700 }, (_, i) => (Math.floor(i / 10) % 2 === 0 ? 1 : -1));
    expect(persistenceOf(steps)).toBe(0.8);
    expect(persistenceOf(steps.map((step, i) => (i % 2 === 0 ? step : -step)))).toBe(0);
  });
});

describe('the confidence of a plan', () => {
  test('is high if all days are the same', () => {
    const { costPerMonth, intervals, ...rest } = uncertaintyOf(
      daysLike(28, () => awake(8, 0.01)),
      simulation,
      objectives,
      [],
    );
    const price = simulation.prices.computeMicrosPerCuHour.scale / 1e6;
    expect(costPerMonth?.low).toBeCloseTo(31 * 8 * price, 6);
    expect(costPerMonth?.high).toBe(costPerMonth?.low);
    expect(intervals.find(({ objective }) => objective === 'throttled')?.low).toBeCloseTo(0.01, 12);
    expect(rest).toEqual({
      days: 28,
      daysNeeded: 14,
      blocks: 'weeks',
      covers: 0.88,
      breaking: [],
      feasible: 1,
      risk: 'very low',
    });
  });

  test('does not count weekends as noise: equal weeks differ only by the calendar', () => {
    const days = daysLike(28, (day) => awake(day % 7 < 5 ? 10 : 0));
    const { costPerMonth } = uncertaintyOf(days, simulation, objectives, []);
    const mean = (31 * 50 * simulation.prices.computeMicrosPerCuHour.scale) / 7e6;
    // A month has 21 to 23 working days, one less or more than usual.
    expect(costPerMonth?.low).toBeGreaterThan(mean * 0.9);
    expect(costPerMonth?.high).toBeLessThan(mean * 1.1);
  });

  test('has some months that break an objective that some weeks break, by the seed', () => {
    const days = daysLike(42, (day) => awake(8, day > 21 && day % 7 === 1 ? 0.22 : 0.003));
    const first = uncertaintyOf(days, simulation, objectives, []);
    expect(first.breaking.map(({ objective }) => objective)).toEqual(['throttled']);
    expect(first.feasible).toBeCloseTo(1 - (first.breaking[0]?.share ?? 0), 12);
    expect(first.feasible).toBeGreaterThan(0.3);
    expect(first.feasible).toBeLessThan(0.95);
    expect(first.risk).toBe(RISKS.find(({ feasible }) => (first.feasible ?? 0) >= feasible)?.risk);
    expect(uncertaintyOf(days, simulation, objectives, [])).toEqual(first);
    expect(uncertaintyOf(days, { ...simulation, seed: 2 }, objectives, [])).not.toEqual(first);
  });

  test('takes figures that do not add up over days from the run', () => {
    const days = daysLike(14, () => awake(8));
    const { feasible, risk, breaking } = uncertaintyOf(days, simulation, objectives, ['disk-free']);
    expect([feasible, risk, breaking]).toEqual([0, 'very high', [{ objective: 'disk-free', share: 1 }]]);
  });

  test('has only the number of days below two weeks', async () => {
    const short = world([load([1])], 14 * DAY_MS - 2 * HOUR_MS);
    const configuration = configurationOf(short);
    const one = { configuration, outcome: evaluate(short, configuration), isRun: true, broken: [] };
    const sureOf = (simulation: Simulation) => howSure(simulation, one, objectives, detailHere(simulation));
    const sure = await sureOf(short);
    expect([sure?.days, sure?.risk, sure?.costPerMonth, sure?.intervals]).toEqual([13, null, null, []]);
    expect((await sureOf({ ...short, horizonMs: 14 * DAY_MS }))?.days).toBe(14);
  });
});

describe('days', () => {
  const zone = createZone('Europe/Berlin');
  // Clocks go forward in the second night.
  const startMs = zone.utcMs(Date.UTC(2026, 2, 28));
  const values = Array.from({ length: 71 * 60 }, (_, minute) => (minute % 97 < 30 ? (minute % 13) / 4 : 0));
  const berlin: Simulation = { ...world([load(values), POLLER], 71 * HOUR_MS), zone, startMs };
  const configuration = configurationOf(berlin);

  test('add up to the run', () => {
    const days = daysOf(berlin, configuration, objectives);
    expect(days.map(({ ms }) => ms / HOUR_MS)).toEqual([24, 23, 24]);
    const outcome = evaluate(berlin, configuration);
    const all = total(days);
    const found = Object.fromEntries(
      figuresFor(berlin, objectives).map((figure) => [
        figure.objective,
        figure.isPercentile ? isKept(figure, figure.of(all)) : figure.of(all),
      ]),
    );
    expect(found).toEqual({
      throttled: outcome.throttledShare,
      'delay-p95': outcome.delayP95Ms <= 200,
      'delay-p99': outcome.delayP99Ms <= 2000,
      'cold-starts': outcome.wakesPerDay,
      'cold-starts-in-hours': outcome.wakesInHoursPerDay,
      'delayed-clients': outcome.delayedByWakePerDay,
      'delayed-over': outcome.delayedOverPerDay,
      'failed-connects': outcome.failedConnects,
      refused: outcome.refused,
      'pool-wait-p99': outcome.poolWaitP99Ms <= 1000,
      'cache-hits': outcome.hitRatio,
      'memory-kills': outcome.memoryKills,
      dropped: outcome.dropped,
      budget: outcome.costPerMonth,
    });
  });

  test('are left out if less than 95% of them is in the run', () => {
    const cut = { ...berlin, startMs: startMs + 2 * HOUR_MS, horizonMs: 67 * HOUR_MS };
    expect(daysOf(cut, configuration, objectives).map(({ ms }) => ms / HOUR_MS)).toEqual([23]);
  });
});
