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
  plan,
  unknownAssumptions,
  workHere,
} from '../../src/planner/index.ts';
import { keepsUnderAll } from './every-stress.ts';
import { anyWorld, load, USUAL, world } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 3, timeoutsMs: [5 * MINUTE_MS, null] };

/** Demand that never changes: what it needs hangs on whether small sizes burst. */
const steady = fc
  .integer({ min: 1, max: 20 })
  .map((twentieths) => world([load(Array.from({ length: 240 }, () => twentieths / 20))]));

const anyQuestion: fc.Arbitrary<PlanQuestion> = fc
  .record({
    simulation: fc.oneof(anyWorld, steady),
    profile: fc.constantFrom(...PROFILE_NAMES),
    present: fc.constantFrom(null, USUAL, { ...USUAL, size: { minCu: 1, maxCu: 1 } }),
    told: fc.subarray(['burst', 'concurrency', 'cpu-per-query', 'connections', 'start'] as const),
  })
  .map(({ simulation, profile, present, told }) => ({
    simulation: told.reduce(asKnown, simulation),
    promises: PROFILES[profile],
    choices: CHOICES,
    present,
    worthwhile: 0.1,
  }));

const planned = (question: PlanQuestion) => plan(question, workHere(question.simulation));

/** All that an answer tells of. */
function toldOf(found: Plan): Judged[] {
  const { choice, cheapest, present, runnersUp, frontier, baselines, neighbours, nearest, safer } = found;
  const some = [choice, cheapest, present, nearest, safer].filter((one) => one !== null);
  return [...some, ...runnersUp, ...frontier, ...baselines, ...neighbours];
}

describe('to keep all promises', () => {
  test('is the same of all settings that an answer tells of: as asked, with headroom, and at each end', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const found = await planned(question);
        for (const { setting, broken } of toldOf(found))
          expect([setting, broken.length === 0]).toEqual([
            setting,
            keepsUnderAll(question.simulation, setting, question.promises),
          ]);
      }),
      { numRuns: 15 },
    );
  });

  test('says under what, where a setting keeps them as asked', async () => {
    const simulation = world([load(Array.from({ length: 360 }, () => 0.7))]);
    const present = { ...USUAL, size: { minCu: 0.25, maxCu: 0.25 } };
    const question = { promises: PROFILES.balanced, choices: CHOICES, present, worthwhile: 0.1, simulation };
    const under = async (one: PlanQuestion) => (await planned(one)).present?.broken.map((of) => of.under);
    const burst = { assumption: 'burst', assumed: false } as const;
    expect(await under(question)).toEqual([burst, burst, burst]);
    const told = { ...question, simulation: asKnown(simulation, 'burst') };
    expect(await under(told)).toEqual([]);
    const steady = { ...told, promises: { ...PROFILES.balanced, headroom: 0.5 } };
    expect(new Set(await under(steady))).toEqual(new Set([{ demand: 1.5 }]));
  });
});

describe('options', () => {
  test('are what a plan says that is told one assumption, where that is cheaper', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const { choice, options } = await planned({ ...question, isBrief: true });
        const expected = [];
        for (const assumption of unknownAssumptions(question.simulation)) {
          const simulation = asKnown(question.simulation, assumption);
          const told = await planned({ ...question, simulation, isBrief: true });
          if (told.choice === null) continue;
          if (choice === null || told.choice.outcome.costPerMonth < choice.outcome.costPerMonth)
            expected.push([assumption, told.choice.setting, told.choice.outcome.costPerMonth]);
        }
        const found = options.map((one) => [
          one.assumption,
          one.choice.setting,
          one.choice.outcome.costPerMonth,
        ]);
        expect(found.sort()).toEqual(expected.sort());
        count += found.length;
      }),
      { numRuns: 25 },
    );
    expect(count).toBeGreaterThan(0);
  });

  test('say what telling it would save, and how it is told', async () => {
    const simulation = world([load(Array.from({ length: 360 }, () => 0.7))]);
    const question = { promises: PROFILES.balanced, choices: CHOICES, present: null, worthwhile: 0.1 };
    const { choice, options } = await planned({ ...question, simulation });
    const [burst] = options;
    expect(burst).toMatchObject({ assumption: 'burst', assumed: true, value: 'yes' });
    expect(burst?.choice.setting.size).toEqual({ minCu: 0.25, maxCu: 0.25 });
    expect((choice?.outcome.costPerMonth ?? 0) - (burst?.choice.outcome.costPerMonth ?? 0)).toBeCloseTo(
      burst?.saves ?? 0,
      6,
    );
  });
});

describe('what nothing keeps', () => {
  test('names bounds at which a setting keeps all promises under every stress', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyQuestion, async (question) => {
        const { relaxations } = await planned({ ...question, isBrief: true });
        for (const { promise, bound, by } of relaxations) {
          const promises = { ...question.promises, [promise]: bound };
          expect([promise, keepsUnderAll(question.simulation, by.setting, promises)]).toEqual([
            promise,
            true,
          ]);
          count++;
        }
      }),
      { numRuns: 25 },
    );
    expect(count).toBeGreaterThan(0);
  });
});
