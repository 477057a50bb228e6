import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Simulation } from '../../src/engine/index.ts';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  evaluate,
  groupsOf,
  grownSimulation,
  kneeOf,
  type PlanQuestion,
  PROFILES,
  PROMISE_NAMES,
  type Promises,
  plan,
  Robustness,
  sameSetting,
  workHere,
} from '../../src/planner/index.ts';
import { brokenBy } from '../../src/planner/promises/promises.ts';
import { allTold } from './every-stress.ts';
import { anyWorld, load, world } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [5 * MINUTE_MS, null] };
const PROMISED: Promises = { ...PROFILES.balanced, headroom: null };
const question = (simulation: Simulation, promises: Promises = PROMISED): PlanQuestion => ({
  simulation: allTold(simulation),
  promises,
  choices: CHOICES,
  present: null,
  worthwhile: 0.1,
});
const planOf = (asked: PlanQuestion) => plan(asked, workHere(asked.simulation));
const RUNS = { numRuns: 10 };

describe('promises that cost much by themselves', () => {
  test('are those without which the plan is much cheaper, all of them, at the price of the plan without each', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const { cheapest, costly } = await planOf(question(simulation));
        if (cheapest === null) return;
        const price = cheapest.outcome.costPerMonth;
        for (const promise of PROMISE_NAMES) {
          if (PROMISED[promise] === null) continue;
          const without = await planOf(question(simulation, { ...PROMISED, [promise]: null }));
          const other = without.cheapest?.outcome.costPerMonth ?? price;
          const found = costly.find((one) => one.promise === promise);
          expect(found !== undefined, promise).toBe(price - other >= Math.max(5, 0.2 * price));
          if (found === undefined) continue;
          named++;
          expect(found.by.outcome.costPerMonth).toBe(other);
          expect(found.by.broken.map((one) => one.promise)).toEqual([promise]);
          expect(found.costPerMonth).toBe(price - other);
          if (found.minutes !== null) expect(found.minutes.broken).toBeLessThanOrEqual(found.minutes.busy);
        }
      }),
      RUNS,
    );
    expect(named).toBeGreaterThan(0);
  });

  test('are those of settings that keep all else under each condition', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const asked = { ...question(simulation, PROFILES.balanced), simulation };
        const { costly } = await planOf(asked);
        const all = (await planOf({ ...asked, promises: PROMISED, simulation: allTold(simulation) })).costly;
        for (const { promise, by } of costly) {
          const promises = { ...PROFILES.balanced, [promise]: null };
          const robust = new Robustness({ simulation, promises }, workHere(simulation));
          expect((await robust.judged([by]))?.[0]?.broken).toEqual([]);
        }
        refused += all.filter(
          ({ by }) => !costly.some((one) => sameSetting(one.by.setting, by.setting)),
        ).length;
      }),
      RUNS,
    );
    expect(refused).toBeGreaterThan(0);
  });

  test('say in how many of the busy minutes they matter', async () => {
    const values = Array.from({ length: 360 }, (_, i) =>
      (i >= 60 && i < 65) || (i >= 200 && i < 205) ? 0.2 : 0,
    );
    const { costly } = await planOf(question(world([load(values)]), { ...PROMISED, 'cold-starts': 0 }));
    expect(costly.map(({ promise, minutes }) => [promise, minutes])).toEqual([
      ['cold-starts', { broken: 2, busy: 10 }],
    ]);
  });
});

describe('the knee', () => {
  test('is the cheapest of those that hold most demand for little more money', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const asked = question(simulation);
        const found = await planOf(asked);
        const knee = await kneeOf(asked, found, workHere(simulation));
        const { choice, growth } = found;
        if (choice === null || growth === null) return;
        const price = choice.outcome.costPerMonth;
        const promises = { ...PROMISED, budget: null };
        const holds = (one: typeof choice.setting, factor: number) =>
          brokenBy(evaluate(grownSimulation(simulation, factor), one), promises).length === 0;
        const { suspendAfterMs, route, size } = choice.setting;
        const affordable = groupsOf(simulation, CHOICES)
          .flat()
          .filter((one) => one.suspendAfterMs === suspendAfterMs && one.route === route)
          .filter((one) => one.size.minCu >= size.minCu && one.size.maxCu >= size.maxCu)
          .filter((one) => holds(one, 1))
          .filter((one) => evaluate(simulation, one).costPerMonth <= price + Math.max(1, 0.02 * price));
        const far = [1.1, 1.25, 1.5, 2, 3, 5, 10].filter((factor) => factor >= 1.5 * growth.keptAt);
        const [first] = far;
        if (knee === null) {
          if (first === undefined || growth.breaksAt === null) return;
          expect(affordable.filter((one) => holds(one, first))).toEqual([]);
          return;
        }
        named++;
        expect(knee.outcome).toEqual(evaluate(simulation, knee.setting));
        expect(knee.morePerMonth).toBe(knee.outcome.costPerMonth - price);
        expect(affordable).toContainEqual(knee.setting);
        for (const factor of far.filter((one) => one <= knee.keptAt))
          expect(holds(knee.setting, factor)).toBe(true);
        expect(holds(choice.setting, growth.breaksAt as number)).toBe(false);
        const next = far.find((factor) => factor > knee.keptAt);
        const asFar = affordable.filter((one) =>
          far.every((factor) => factor > knee.keptAt || holds(one, factor)),
        );
        for (const one of asFar) {
          expect(evaluate(simulation, one).costPerMonth).toBeGreaterThanOrEqual(knee.outcome.costPerMonth);
          if (next !== undefined) expect(holds(one, next)).toBe(false);
        }
      }),
      { numRuns: 25 },
    );
    expect(named).toBeGreaterThan(0);
  });

  test('is not named where the choice holds all that was tried', async () => {
    const simulation = world([load(Array.from({ length: 60 }, () => 0.01))]);
    const asked = question(simulation);
    const found = await planOf(asked);
    expect(found.growth?.breaksAt).toBeNull();
    expect(await kneeOf(asked, found, workHere(simulation))).toBeNull();
  });
});
