import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, factSet, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Configuration,
  outcomeOf,
  type PlanQuestion,
  PROFILES,
  schedulePlan,
  searchPlan,
  withSchedule,
  workHere,
} from '../../src/planner/index.ts';
import { brokenBy } from '../../src/planner/objectives/objectives.ts';
import { cheapestSchedule, type EstimatedSchedule } from '../../src/planner/schedule/cheapest-schedule.ts';
import { Run, type Simulation } from '../../src/simulator/index.ts';
import { WEEK_HOURS } from '../../src/workload/index.ts';
import { allTold } from './every-stress.ts';
import { load, world } from './worlds.ts';

const configurations = [0.25, 1, 4].map(
  (cu): Configuration => ({ size: { minCu: cu, maxCu: cu }, suspendAfterMs: null, route: 'direct' }),
);

describe('the cheapest schedule by estimates', () => {
  const anyHourly = fc.array(fc.nat(9), { minLength: WEEK_HOURS, maxLength: WEEK_HOURS });

  test('is the one that trying all of them gives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyHourly, anyHourly), { minLength: 2, maxLength: 3 }),
        fc.integer({ min: 0, max: 9 }),
        (all, bound) => {
          const records = all.map(([metered, amount]) =>
            [metered, amount, Array(WEEK_HOURS).fill(1)].map((one) => Float64Array.from(one)),
          );
          const ratios = [{ objective: 'throttled' as const, amount: () => 0, of: () => 1, most: bound / 2 }];
          const found = cheapestSchedule(
            configurations,
            [{ records, ratios, most: [bound / 2] }],
            1e9,
            () => false,
          );
          expect(found?.quarterCuMs ?? null).toBe(cheapestOfAll(all, bound / 2));
          if (found !== null) expect(sumsOf(all, found).amount).toBeLessThanOrEqual((bound / 2) * WEEK_HOURS);
        },
      ),
      { numRuns: 10 },
    );
  });

  /** Goes through the hours of the week one by one. */
  function sumsOf(
    all: readonly (readonly [readonly number[], readonly number[]])[],
    { hours: { days, fromMs, toMs }, pair }: Pick<EstimatedSchedule, 'hours' | 'pair'>,
  ) {
    const sums = { metered: 0, amount: 0 };
    for (let hour = 0; hour < WEEK_HOURS; hour++) {
      const timeMs = (hour % 24) * HOUR_MS;
      const isInside = days.includes(Math.floor(hour / 24)) && timeMs >= fromMs && timeMs < toMs;
      const [metered = [], amount = []] = all[isInside ? pair.inside : pair.outside] ?? [];
      sums.metered += metered[hour] as number;
      sums.amount += amount[hour] as number;
    }
    return sums;
  }

  function cheapestOfAll(
    all: readonly (readonly [readonly number[], readonly number[]])[],
    most: number,
  ): number | null {
    let least: number | null = null;
    const dayRanges = ['0123456', '12345', '60', '123456', '01234', ...'0123456'].map((days) =>
      [...days].map(Number),
    );
    for (const days of dayRanges)
      for (let from = 0; from < 24; from++)
        for (let to = from + 1; to <= 24; to++)
          for (const inside of all.keys())
            for (const outside of all.keys()) {
              if (inside === outside) continue;
              const hours = { days, fromMs: from * HOUR_MS, toMs: to * HOUR_MS };
              const { metered, amount } = sumsOf(all, { hours, pair: { inside, outside } });
              if (amount <= most * WEEK_HOURS && metered < (least ?? Number.POSITIVE_INFINITY))
                least = metered;
            }
    return least;
  }
});

/** A week with a rush on some hours of weekdays. */
const rush = (from: number, until: number, high: number, low: number): Simulation => ({
  ...world(
    [
      load(
        Array.from({ length: 7 * 1440 }, (_, minute) => {
          const [day, hour] = [Math.floor(minute / 1440), Math.floor(minute / 60) % 24];
          return day < 5 && hour >= from && hour < until ? high * (minute % 7 === 0 ? 2 : 1) : low;
        }),
      ),
    ],
    7 * DAY_MS,
  ),
  startMs: Date.UTC(2026, 2, 2),
  facts: factSet('2026-11'),
});

const asked = (simulation: Simulation): PlanQuestion => ({
  simulation: allTold(simulation),
  objectives: PROFILES.balanced,
  choices: { ...ALL_CHOICES, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null], highestCu: 8 },
  current: null,
  worthwhile: 0.1,
});

async function scheduled(question: PlanQuestion) {
  const found = await searchPlan(question, workHere(question.simulation));
  const { recommendation } = found;
  if (recommendation === null) return null;
  const others = [...found.frontier, ...found.neighbours].map(({ configuration }) => configuration);
  return { recommendation, plan: await schedulePlan(question, recommendation, others, async () => false) };
}

describe('a schedule', () => {
  test('saves more than is worth a change, and meets all objectives in a run of its own', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(0.5, 1.5, 3),
        fc.constantFrom(0, 0.05, 0.3),
        async (from, hours, high, low) => {
          const question = asked(rush(from, from + hours, high, low));
          const result = await scheduled(question);
          if (result === null || result.plan.best === null) return;
          found++;
          const { best } = result.plan;
          const run = new Run(withSchedule(question.simulation, best));
          run.advance(question.simulation.horizonMs);
          expect(outcomeOf(run)).toEqual(best.outcome);
          expect(brokenBy(best.outcome, question.objectives)).toEqual([]);
          const constant = result.recommendation.outcome.costPerMonth;
          expect(best.outcome.costPerMonth).toBeLessThan(constant * (1 - question.worthwhile));
          expect(best.savedPerMonth).toBeCloseTo(constant - best.outcome.costPerMonth, 6);
        },
      ),
      { numRuns: 6, examples: [[9, 8, 3, 0.05]] },
    );
    expect(found).toBeGreaterThan(0);
  });

  test('raises the size in the hours of the rush alone', async () => {
    const result = await scheduled(asked(rush(9, 17, 3, 0.05)));
    const best = result?.plan.best;
    expect(best?.hours.days).toEqual([1, 2, 3, 4, 5]);
    // The range of the other hours can follow the end of the rush by itself.
    expect(best?.hours.fromMs).toBe(9 * HOUR_MS);
    expect(best?.hours.toMs).toBeLessThanOrEqual(17 * HOUR_MS);
    expect(best?.inside.size.minCu).toBeGreaterThan(best?.outside.size.minCu as number);
  });

  test('is none if all hours are alike', async () => {
    const result = await scheduled(asked(rush(0, 0, 0, 0.4)));
    expect(result?.plan).toMatchObject({ best: null, unsought: null, isWhole: true });
  });

  test.each([
    ['less than a week', { horizonMs: 6 * DAY_MS }, 'short'],
    ['a plan without changes of size', { plan: 'free' as const }, 'plan'],
  ])('is not sought for %s', async (_, more, unsought) => {
    const question = asked({ ...rush(9, 17, 0.2, 0.05), ...more });
    const [configuration] = configurations as [Configuration];
    const outcome = { costPerMonth: 10, cuHours: 1 } as never;
    const plan = await schedulePlan(
      question,
      { configuration, outcome, broken: [], isRun: true },
      [],
      async () => false,
    );
    expect(plan).toEqual({ best: null, unsought, runs: 0, isWhole: true });
  });

  test('is a part of an answer if it was stopped', async () => {
    const question = asked(rush(9, 17, 3, 0.05));
    const found = await searchPlan(question, workHere(question.simulation));
    let calls = 0;
    const plan = await schedulePlan(
      question,
      found.recommendation as never,
      found.frontier.map(({ configuration }) => configuration),
      async () => ++calls > 3,
    );
    expect(plan.isWhole).toBe(false);
  });
});
