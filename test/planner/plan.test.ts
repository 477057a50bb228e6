import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Configuration,
  evaluateGroup,
  Held,
  type PlanQuestion,
  PROFILES,
  searchPlan,
  timedPlan,
  workHere,
} from '../../src/planner/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { allTold } from './every-stress.ts';
import { load, USUAL, world } from './worlds.ts';

const questionOf = (simulation: Simulation, more: Partial<PlanQuestion> = {}): PlanQuestion => ({
  simulation,
  objectives: PROFILES.balanced,
  choices: { ...ALL_CHOICES, highestCu: 4 },
  current: null,
  worthwhile: 0.1,
  ...more,
});

const answer = (simulation: Simulation, more: Partial<PlanQuestion> = {}) =>
  searchPlan(questionOf(simulation, more), workHere(simulation));

/** An hour of work and an hour of rest, over and over; each work begins with a burst. */
const WORK = Array.from({ length: 360 }, (_, minute) => {
  if (minute % 120 >= 60) return 0;
  return minute % 120 < 2 ? 1.9 : 0.4;
});

describe('a plan', () => {
  test('says which objective a smaller configuration breaks, and the constraint behind it', async () => {
    const { verdict, recommendation, neighbours } = await answer(world([load(WORK)]));
    expect(verdict).toBe('choose');
    expect(recommendation?.broken).toEqual([]);
    const smaller = neighbours.find(({ step }) => step === 'smaller maximum' || step === 'smaller size');
    expect(smaller?.broken.length).toBeGreaterThan(0);
    expect(smaller?.constraint).toBe('bursts above the maximum');
    for (const { broken, outcome } of neighbours)
      if (broken.length === 0)
        expect(outcome.costPerMonth).toBeGreaterThanOrEqual(recommendation?.outcome.costPerMonth ?? 0);
  });

  test('keeps the current configuration if another would save too little', async () => {
    const simulation = world([load(WORK)]);
    const best = (await answer(simulation)).recommendation?.configuration as Configuration;
    const larger = { ...best, size: { minCu: best.size.minCu, maxCu: 4 } };
    const kept = await answer(simulation, { current: larger, worthwhile: 0.5 });
    expect(kept.verdict).toBe('keep');
    expect(kept.recommendation?.configuration).toEqual(larger);
    const always: Configuration = { ...best, suspendAfterMs: null };
    const changed = await answer(simulation, { current: always });
    expect(changed.verdict).toBe('change');
    expect(changed.recommendation?.configuration).toEqual(best);
    expect(changed.current?.configuration).toEqual(always);
  });

  test('changes a current configuration that breaks an objective, though it is cheaper', async () => {
    const small: Configuration = { ...USUAL, size: { minCu: 0.25, maxCu: 0.25 } };
    const { verdict, current, recommendation } = await answer(world([load(WORK)]), { current: small });
    expect(verdict).toBe('change');
    expect(current?.broken.map(({ objective }) => objective)).toContain('throttled');
    expect(recommendation?.outcome.costPerMonth).toBeGreaterThan(current?.outcome.costPerMonth ?? 0);
  });

  test('says how far objectives would have to be relaxed, if no configuration meets all', async () => {
    const objectives = { ...PROFILES.balanced, budget: 1 };
    const { verdict, recommendation, relaxations, baselines } = await answer(world([load(WORK)]), {
      objectives,
    });
    expect([verdict, recommendation]).toEqual(['none', null]);
    const budget = relaxations.find(({ objective }) => objective === 'budget');
    const enough = { ...objectives, budget: budget?.bound ?? 0 };
    const within = await answer(world([load(WORK)]), { objectives: enough });
    expect(within.recommendation?.configuration).toEqual(budget?.by.configuration);
    const less = { ...objectives, budget: (budget?.bound ?? 0) - 0.01 };
    expect((await answer(world([load(WORK)]), { objectives: less })).recommendation).toBeNull();
    expect(baselines).toHaveLength(5);
    const { nearest } = await answer(world([load(WORK)]), {
      objectives: { ...objectives, 'cold-starts': 0 },
    });
    expect(nearest?.broken.length).toBe(1);
  });

  test('raises the minimum for connections, which follow eight times the minimum', async () => {
    const { recommendation, neighbours } = await answer(allTold(world([load(WORK, { connections: 1000 })])), {
      objectives: { ...PROFILES.balanced, headroom: 0 },
    });
    expect(recommendation?.outcome.refused).toBe(0);
    const smaller = neighbours.find(({ step }) => step === 'smaller minimum' || step === 'smaller maximum');
    expect(smaller?.broken.map(({ objective }) => objective)).toContain('refused');
    expect(smaller?.constraint).toBe('connections');
  });

  test('says how far demand may grow', async () => {
    const question = questionOf(world([load(WORK)]));
    const workUnder = workHere(question.simulation);
    const held = new Held();
    const found = await searchPlan(question, workUnder, () => {}, held);
    const { growth } = await timedPlan(question, found, workUnder, held);
    expect(growth?.breaksAt).toBeGreaterThan(growth?.keptAt ?? 0);
    expect(growth?.broken.length).toBeGreaterThan(0);
  });

  test('has baselines that people choose without a planner', async () => {
    const { baselines } = await answer(world([load(WORK)]));
    const sizes = baselines.map(({ name, configuration }) => [
      name,
      configuration.size.minCu,
      configuration.suspendAfterMs,
    ]);
    // The busiest minute wants 1.9 vCPU; 95 of 100 want 0.4 at most; the mean is 0.225.
    expect(sizes).toEqual([
      ['default', 0.25, 5 * MINUTE_MS],
      ['peak', 2, null],
      ['p99.5 + 20%', 3, null],
      ['p95 + 15%', 0.5, null],
      ['mean', 0.25, null],
    ]);
  });

  test('has the results so far if it is stopped in the middle', async () => {
    const simulation = world([load(WORK)]);
    let asked = 0;
    const found = await searchPlan(
      { simulation, objectives: PROFILES.balanced, choices: ALL_CHOICES, current: null, worthwhile: 0.1 },
      () => async (groups) => groups.map((group) => (asked++ < 3 ? evaluateGroup(simulation, group) : null)),
    );
    expect(found.isWhole).toBe(false);
    expect(found.runs).toBeGreaterThan(0);
    expect([found.baselines, found.neighbours]).toEqual([[], []]);
  });
});
