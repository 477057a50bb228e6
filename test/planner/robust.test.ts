import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  asKnown,
  type Choices,
  type Judged,
  type Plan,
  type PlanQuestion,
  PROFILE_NAMES,
  PROFILES,
  searchPlan,
  unknownAssumptions,
  workHere,
} from '../../src/planner/index.ts';
import { runs } from '../runs.ts';
import { keepsUnderAll } from './every-stress.ts';
import { anyWorld, load, USUAL, world } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 3, timeoutsMs: [5 * MINUTE_MS, null] };

/** Demand that never changes. The size that it needs depends on whether small sizes burst. */
const steady = fc
  .integer({ min: 1, max: 20 })
  .map((twentieths) => world([load(Array.from({ length: 240 }, () => twentieths / 20))]));

const anyQuestion: fc.Arbitrary<PlanQuestion> = fc
  .record({
    simulation: fc.oneof(anyWorld, steady),
    profile: fc.constantFrom(...PROFILE_NAMES),
    current: fc.constantFrom(null, USUAL, { ...USUAL, size: { minCu: 1, maxCu: 1 } }),
    told: fc.subarray(['burst', 'concurrency', 'cpu-per-query', 'connections', 'start'] as const),
  })
  .map(({ simulation, profile, current, told }) => ({
    simulation: told.reduce(asKnown, simulation),
    objectives: PROFILES[profile],
    choices: CHOICES,
    current,
    worthwhile: 0.1,
  }));

const planned = (question: PlanQuestion) => searchPlan(question, workHere(question.simulation));

/** All that an answer tells of. */
function toldOf(found: Plan): Judged[] {
  const { recommendation, cheapest, current, runnersUp, frontier, baselines, neighbours, nearest, safer } =
    found;
  const some = [recommendation, cheapest, current, nearest, safer].filter((one) => one !== null);
  return [...some, ...runnersUp, ...frontier, ...baselines, ...neighbours];
}

describe('meeting all objectives', () => {
  test('is judged alike for all configurations of an answer: without conditions, with headroom, and at each end', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const found = await planned(question);
        for (const { configuration, broken } of toldOf(found))
          expect([configuration, broken.length === 0]).toEqual([
            configuration,
            keepsUnderAll(question.simulation, configuration, question.objectives),
          ]);
      }),
      runs(5, 15),
    );
  });

  test('names the condition if a configuration meets the objectives without conditions', async () => {
    const simulation = world([load(Array.from({ length: 360 }, () => 0.7))]);
    const current = { ...USUAL, size: { minCu: 0.25, maxCu: 0.25 } };
    const question = {
      objectives: PROFILES.balanced,
      choices: CHOICES,
      current,
      worthwhile: 0.1,
      simulation,
    };
    const under = async (one: PlanQuestion) => (await planned(one)).current?.broken.map((of) => of.under);
    const burst = { assumption: 'burst', assumed: false } as const;
    expect(await under(question)).toEqual([burst, burst, burst]);
    const told = { ...question, simulation: asKnown(simulation, 'burst') };
    expect(await under(told)).toEqual([]);
    const steady = { ...told, objectives: { ...PROFILES.balanced, headroom: 0.5 } };
    expect(new Set(await under(steady))).toEqual(new Set([{ demand: 1.5 }]));
  });
});

describe('options', () => {
  test('are the plans with one assumption stated, if they are cheaper', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const { recommendation, options } = await planned({ ...question, isBrief: true });
        const expected = [];
        for (const assumption of unknownAssumptions(question.simulation)) {
          const simulation = asKnown(question.simulation, assumption);
          const told = await planned({ ...question, simulation, isBrief: true });
          if (told.recommendation === null) continue;
          if (
            recommendation === null ||
            told.recommendation.outcome.costPerMonth < recommendation.outcome.costPerMonth
          )
            expected.push([
              assumption,
              told.recommendation.configuration,
              told.recommendation.outcome.costPerMonth,
            ]);
        }
        const found = options.map((one) => [
          one.assumption,
          one.recommendation.configuration,
          one.recommendation.outcome.costPerMonth,
        ]);
        expect(found.sort()).toEqual(expected.sort());
        count += found.length;
      }),
      runs(8, 25),
    );
    expect(count).toBeGreaterThan(0);
  });

  test('say how much a statement would save, and the flag that states it', async () => {
    const simulation = world([load(Array.from({ length: 360 }, () => 0.7))]);
    const question = { objectives: PROFILES.balanced, choices: CHOICES, current: null, worthwhile: 0.1 };
    const { recommendation, options } = await planned({ ...question, simulation });
    const [burst] = options;
    expect(burst).toMatchObject({ assumption: 'burst', assumed: true, value: 'yes' });
    expect(burst?.recommendation.configuration.size).toEqual({ minCu: 0.25, maxCu: 0.25 });
    expect(
      (recommendation?.outcome.costPerMonth ?? 0) - (burst?.recommendation.outcome.costPerMonth ?? 0),
    ).toBeCloseTo(burst?.saves ?? 0, 6);
  });
});

describe('objectives that no configuration meets', () => {
  test('are answered with bounds at which a configuration meets all objectives under every stress', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const { relaxations } = await planned({ ...question, isBrief: true });
        for (const { objective, bound, by } of relaxations) {
          const objectives = { ...question.objectives, [objective]: bound };
          expect([objective, keepsUnderAll(question.simulation, by.configuration, objectives)]).toEqual([
            objective,
            true,
          ]);
          count++;
        }
      }),
      runs(8, 25),
    );
    expect(count).toBeGreaterThan(0);
  });
});
