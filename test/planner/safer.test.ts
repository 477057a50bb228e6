import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { ALL_CHOICES, type Evaluated, howSure, PROFILES, plan, workHere } from '../../src/planner/index.ts';
import { judged } from '../../src/planner/promises/judged.ts';
import { allTold } from './every-stress.ts';
import { load, world } from './worlds.ts';

const DAYS = 28;

/** Work by day. On one day in so many something large is done for an hour, by which months differ; null: on none. */
function days(eachSoMany: number | null): number[] {
  return Array.from({ length: DAYS * 1440 }, (_, minute) => {
    const [day, hour] = [Math.floor(minute / 1440), (minute / 60) % 24];
    if (hour < 9 || hour >= 17) return 0;
    return eachSoMany !== null && day % eachSoMany === 3 && hour >= 12 && hour < 13 ? 1.2 : 0.2;
  });
}

async function planned(values: readonly number[]) {
  const simulation = allTold(world([load(values)], DAYS * DAY_MS));
  const promises = {
    ...PROFILES.balanced,
    headroom: 0,
    throttled: 0.02,
    'delay-p95': null,
    'delay-p99': null,
  };
  const choices = { ...ALL_CHOICES, timeoutsMs: [5 * MINUTE_MS], highestCu: 4 };
  const evaluated: Evaluated[] = [];
  const work = workHere(simulation);
  const found = await plan(
    { simulation, promises, choices, present: null, worthwhile: 0.1 },
    (conditions) => async (groups, within) => {
      const results = await work(conditions)(groups, within);
      if (conditions.length === 0) evaluated.push(...results.flatMap((result) => result ?? []));
      return results;
    },
  );
  return { found, evaluated, simulation, promises };
}

test('where months to come may break what is promised, a plan names the cheapest setting of which that is not so', async () => {
  const { found, evaluated, simulation, promises } = await planned(days(10));
  const { choice, safer, uncertainty } = found;
  if (choice === null || safer === null) throw new Error('there are both');
  expect(uncertainty.choice?.feasible).toBeLessThan(0.95);
  expect(safer.uncertainty.feasible).toBeGreaterThanOrEqual(0.95);
  expect(safer.broken).toEqual([]);
  expect(safer.outcome.costPerMonth).toBeGreaterThan(choice.outcome.costPerMonth);
  expect(howSure(simulation, safer, promises)).toEqual(safer.uncertainty);
  const cheaper = evaluated
    .map((one) => judged(one, promises))
    .filter(
      ({ broken, outcome }) => broken.length === 0 && outcome.costPerMonth < safer.outcome.costPerMonth,
    );
  expect(cheaper.length).toBeGreaterThan(0);
  for (const one of cheaper) expect(howSure(simulation, one, promises).feasible).toBeLessThan(0.95);
});

test('and none where the choice is at little risk', async () => {
  const { found } = await planned(days(null));
  expect(found.uncertainty.choice?.feasible).toBeGreaterThanOrEqual(0.95);
  expect(found.safer).toBeNull();
});
