import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  candidateGroups,
  evaluate,
  grownSimulation,
  kneeOf,
  OBJECTIVE_NAMES,
  PROFILES,
  Robustness,
  sameConfiguration,
  workHere,
} from '../../src/planner/index.ts';
import { brokenBy } from '../../src/planner/objectives/objectives.ts';
import { runFull as run } from '../cli/run.ts';
import { allTold } from '../planner/every-stress.ts';
import { CHOICES, OBJECTIVED, planOf, question } from '../planner/price-question.ts';
import { anyWorld } from '../planner/worlds.ts';

const RUNS = { numRuns: 10 };

describe('objectives that cost much by themselves', () => {
  test('are all objectives without which the plan is much cheaper, each with the price of that plan', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const { cheapest, costly } = await planOf(question(simulation));
        if (cheapest === null) return;
        const price = cheapest.outcome.costPerMonth;
        for (const objective of OBJECTIVE_NAMES) {
          if (OBJECTIVED[objective] === null) continue;
          const without = await planOf(question(simulation, { ...OBJECTIVED, [objective]: null }));
          const other = without.cheapest?.outcome.costPerMonth ?? price;
          const found = costly.find((one) => one.objective === objective);
          expect(found !== undefined, objective).toBe(price - other >= Math.max(5, 0.2 * price));
          if (found === undefined) continue;
          named++;
          expect(found.by.outcome.costPerMonth).toBe(other);
          expect(found.by.broken.map((one) => one.objective)).toEqual([objective]);
          expect(found.costPerMonth).toBe(price - other);
          if (found.minutes !== null) expect(found.minutes.broken).toBeLessThanOrEqual(found.minutes.busy);
        }
      }),
      RUNS,
    );
    expect(named).toBeGreaterThan(0);
  });

  test('belong to configurations that meet all other objectives under each condition', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const asked = { ...question(simulation, PROFILES.balanced), simulation };
        const { costly } = await planOf(asked);
        const all = (await planOf({ ...asked, objectives: OBJECTIVED, simulation: allTold(simulation) }))
          .costly;
        for (const { objective, by } of costly) {
          const objectives = { ...PROFILES.balanced, [objective]: null };
          const robust = new Robustness({ simulation, objectives }, workHere(simulation));
          expect((await robust.judged([by]))?.[0]?.broken).toEqual([]);
        }
        refused += all.filter(
          ({ by }) => !costly.some((one) => sameConfiguration(one.by.configuration, by.configuration)),
        ).length;
      }),
      RUNS,
    );
    expect(refused).toBeGreaterThan(0);
  });

  test('that the known demand breaks says so without data of its own, and no other does', async () => {
    const file = 'scenarios/connection-storm.yaml';
    const { out } = await run(['plan', file, '--timeouts', '1m,off'], { [file]: readFileSync(file, 'utf8') });
    const [kills = '', others = ''] =
      out.replaceAll(/\n */g, ' ').split('memory-kills alone costs')[1]?.split(' - ') ?? [];
    expect(kills).toContain('It was not measured, but the known part of the demand breaks it already');
    expect(others).toContain('alone costs');
    expect(others).not.toContain('It was not measured');
  });
});

describe('the knee', () => {
  test('is the cheapest of the configurations that hold the most demand for little more money', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, async (simulation) => {
        const asked = question(simulation);
        const found = await planOf(asked);
        const knee = await kneeOf(asked, found, workHere(simulation));
        const { recommendation, growth } = found;
        if (recommendation === null || growth === null) return;
        const price = recommendation.outcome.costPerMonth;
        const objectives = { ...OBJECTIVED, budget: null };
        const holds = (one: typeof recommendation.configuration, factor: number) =>
          brokenBy(evaluate(grownSimulation(simulation, factor), one), objectives).length === 0;
        const { suspendAfterMs, route, size } = recommendation.configuration;
        const affordable = candidateGroups(simulation, CHOICES)
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
        expect(knee.outcome).toEqual(evaluate(simulation, knee.configuration));
        expect(knee.morePerMonth).toBe(knee.outcome.costPerMonth - price);
        expect(affordable).toContainEqual(knee.configuration);
        for (const factor of far.filter((one) => one <= knee.keptAt))
          expect(holds(knee.configuration, factor)).toBe(true);
        expect(holds(recommendation.configuration, growth.breaksAt as number)).toBe(false);
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
});
