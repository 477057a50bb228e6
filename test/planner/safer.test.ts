import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  detailHere,
  type Evaluated,
  howSure,
  type Judged,
  PROFILES,
  searchPlan,
  workHere,
} from '../../src/planner/index.ts';
import { judged } from '../../src/planner/objectives/judged.ts';
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
  const objectives = {
    ...PROFILES.balanced,
    headroom: 0,
    throttled: 0.02,
    'delay-p95': null,
    'delay-p99': null,
  };
  const choices = { ...ALL_CHOICES, timeoutsMs: [5 * MINUTE_MS], highestCu: 4 };
  const evaluated: Evaluated[] = [];
  const work = workHere(simulation);
  const found = await searchPlan(
    { simulation, objectives, choices, current: null, worthwhile: 0.1 },
    (conditions) => async (groups, within) => {
      const results = await work(conditions)(groups, within);
      if (conditions.length === 0) evaluated.push(...results.flatMap((result) => result ?? []));
      return results;
    },
  );
  return { found, evaluated, simulation, objectives };
}

test('a plan at risk names the cheapest configuration at low risk', async () => {
  const { found, evaluated, simulation, objectives } = await planned(days(10));
  const { recommendation, safer, uncertainty } = found;
  if (recommendation === null || safer === null) throw new Error('there are both');
  expect(uncertainty.recommendation?.feasible).toBeLessThan(0.95);
  expect(safer.uncertainty.feasible).toBeGreaterThanOrEqual(0.95);
  expect(safer.broken).toEqual([]);
  expect(safer.outcome.costPerMonth).toBeGreaterThan(recommendation.outcome.costPerMonth);
  const sureOf = (one: Judged) => howSure(simulation, one, objectives, detailHere(simulation));
  expect(await sureOf(safer)).toEqual(safer.uncertainty);
  const cheaper = evaluated
    .map((one) => judged(one, objectives))
    .filter(
      ({ broken, outcome }) => broken.length === 0 && outcome.costPerMonth < safer.outcome.costPerMonth,
    );
  expect(cheaper.length).toBeGreaterThan(0);
  for (const one of cheaper) expect((await sureOf(one))?.feasible).toBeLessThan(0.95);
});

test('a plan at low risk names no safer configuration', async () => {
  const { found } = await planned(days(null));
  expect(found.uncertainty.recommendation?.feasible).toBeGreaterThanOrEqual(0.95);
  expect(found.safer).toBeNull();
});
