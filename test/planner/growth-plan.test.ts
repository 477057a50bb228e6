import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  candidateGroups,
  evaluate,
  type GrowthPlan,
  grownSimulation,
  growthPlan,
  type Judged,
  lastingOf,
  type PlanQuestion,
  PROFILES,
  searchPlan,
  type WorkUnder,
  workHere,
} from '../../src/planner/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { allTold, keepsUnderAll } from './every-stress.ts';
import { anyWorld, load, USUAL, world } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 2, timeoutsMs: [MINUTE_MS, null] };
const question = (simulation: Simulation, more: Partial<PlanQuestion> = {}): PlanQuestion => ({
  simulation,
  objectives: PROFILES.balanced,
  choices: CHOICES,
  current: null,
  worthwhile: 0.1,
  ...more,
});
const RUNS = { numRuns: 5 };

/** The plan of some months, if there is a recommendation to begin with. */
async function grow(
  asked: PlanQuestion,
  perMonth: number,
  months: number,
): Promise<(GrowthPlan & { readonly recommendation: Judged }) | null> {
  const { simulation } = asked;
  const { recommendation } = await searchPlan({ ...asked, isBrief: true }, workHere(simulation));
  return recommendation === null
    ? null
    : {
        recommendation,
        ...(await growthPlan(asked, recommendation, { perMonth, months }, workHere(simulation))),
      };
}

const told = (judged: Judged | null) =>
  judged === null
    ? null
    : { configuration: judged.configuration, outcome: judged.outcome, broken: judged.broken };

describe('a plan for demand that grows', () => {
  test('has the plan of the grown demand for each month, given the configuration of the month before', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.constantFrom(-0.4, 0.3, 1), async (simulation, perMonth) => {
        const asked = question(simulation);
        const found = await grow(asked, perMonth, 2);
        if (found === null) return;
        let current = found.recommendation.configuration;
        for (const [i, { factor, recommendation, nearest, today }] of found.planned.entries()) {
          expect(factor).toBe((1 + perMonth) ** (i + 1));
          const grown = grownSimulation(simulation, factor);
          const alone = await searchPlan(
            { ...asked, simulation: grown, current, isBrief: true },
            workHere(grown),
          );
          expect(told(recommendation)).toEqual(told(alone.recommendation));
          expect(told(nearest)).toEqual(told(alone.nearest));
          expect(today.outcome).toEqual(evaluate(grown, found.recommendation.configuration));
          current = recommendation?.configuration ?? current;
        }
      }),
      RUNS,
    );
  });

  test('breaks in the month in which its recommendation alone no longer meets all objectives', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.constantFrom(-0.4, 0.3, 1), async (simulation, perMonth) => {
        const asked = question(simulation);
        const found = await grow(asked, perMonth, 3);
        if (found === null) return;
        const { recommendation, now, planned, breaks } = found;
        const ahead = { perMonth, months: 3 };
        const lasting = await lastingOf(asked, recommendation, ahead, workHere(simulation));
        const months = planned.map(({ month, factor, today: { outcome, broken } }) => ({
          kept: { month, factor, costPerMonth: outcome.costPerMonth },
          broken,
        }));
        const at = months.findIndex(({ broken }) => broken.length > 0);
        const kept = (at === -1 ? months : months.slice(0, at)).map((one) => one.kept);
        const first = months[at];
        expect(lasting).toEqual({
          ...ahead,
          now,
          kept,
          breaks: first === undefined ? null : { ...first.kept, broken: first.broken },
        });
        expect(lasting?.breaks?.month).toBe(breaks?.month);
      }),
      RUNS,
    );
  });

  test('finds the one configuration for all months that trying everything finds', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.constantFrom(-0.4, 0.5), async (simulation, perMonth) => {
        const asked = question(simulation);
        const found = await grow(asked, perMonth, 2);
        if (found?.cost == null) return;
        const months = [1, ...found.planned.map(({ factor }) => factor)].map((factor) =>
          grownSimulation(simulation, factor),
        );
        const costs = candidateGroups(simulation, CHOICES)
          .flat()
          .flatMap((configuration) => {
            const outcomes = months.map((month) => evaluate(month, configuration));
            const isKept = months.every((month) => keepsUnderAll(month, configuration, asked.objectives));
            return isKept ? [outcomes.slice(1).reduce((sum, { costPerMonth }) => sum + costPerMonth, 0)] : [];
          });
        // If today's recommendation lasts, it stays, and the plan looks for no other.
        if (found.planned.every(({ recommendation }) => same(recommendation, found.recommendation))) {
          expect(found.one).toEqual({ configuration: found.recommendation.configuration, cost: found.cost });
        } else {
          expect(found.one?.cost ?? Number.POSITIVE_INFINITY).toBeCloseTo(Math.min(...costs), 6);
        }
      }),
      RUNS,
    );
  });

  test('names the months after the end of the trace, and joins months with equal configurations into a step', async () => {
    const values = Array.from({ length: 360 }, (_, minute) => (minute % 120 < 60 ? 0.4 : 0));
    const { assumptions, ...rest } = allTold(world([load(values)]));
    const simulation = {
      ...rest,
      startMs: Date.UTC(2026, 10, 30),
      assumptions: { ...assumptions, burst: false },
    };
    const choices: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [MINUTE_MS], kinds: ['fixed'] };
    const objectives = { ...PROFILES.balanced, headroom: 0 };
    const found = await grow(question(simulation, { choices, objectives }), 0.7, 4);
    expect(found?.now).toBe('2026-11');
    expect(found?.planned.map(({ month }) => month)).toEqual(['2026-12', '2027-01', '2027-02', '2027-03']);
    const sizes = found?.steps.map(({ from, until, configuration }) => [
      from,
      until,
      configuration?.size.maxCu,
    ]);
    expect(sizes).toEqual([
      ['2026-12', '2026-12', 1],
      ['2027-01', '2027-02', 2],
      ['2027-03', '2027-03', 4],
    ]);
    expect(found?.breaks?.month).toBe('2026-12');
    expect(found?.breaks?.broken[0]).toMatchObject({ objective: 'throttled', when: { daily: { hour: 0 } } });
  });

  test('applies the budget to the grown demand too', async () => {
    const simulation = world([load(Array.from({ length: 1440 }, () => 0.9))], DAY_MS);
    const objectives = { ...PROFILES.frugal, budget: 170 };
    const found = await grow(question(simulation, { objectives }), 1, 1);
    expect(
      found?.planned.map(({ recommendation, nearest }) => [
        recommendation,
        nearest?.broken.at(-1)?.objective,
      ]),
    ).toEqual([[null, 'budget']]);
    expect([found?.cost, found?.one, found?.isOneEnough]).toEqual([null, null, false]);
    expect(found?.steps).toEqual([{ from: '2026-04', until: '2026-04', configuration: null }]);
  });

  test('has the months planned so far if it is stopped in the middle', async () => {
    const simulation = world([load(Array.from({ length: 360 }, () => 0.4))], 6 * HOUR_MS);
    const recommendation = {
      configuration: USUAL,
      outcome: evaluate(simulation, USUAL),
      isRun: true,
      broken: [],
    };
    const stopped: WorkUnder = (conditions) =>
      conditions.some((one) => 'grow' in one && one.grow > 2.5)
        ? async (groups) => groups.map(() => null)
        : workHere(simulation)(conditions);
    const found = await growthPlan(question(simulation), recommendation, { perMonth: 1, months: 3 }, stopped);
    expect(found.planned.map(({ factor }) => factor)).toEqual([2]);
    expect([found.isWhole, found.cost, found.one]).toEqual([false, null, null]);
  });
});

const same = (one: Judged | null, other: Judged) =>
  JSON.stringify(one?.configuration) === JSON.stringify(other.configuration);
