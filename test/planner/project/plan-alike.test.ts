import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type AlikeQuestion,
  allHolding,
  type Choices,
  type Configuration,
  candidateGroups,
  configurationOf,
  evaluate,
  type Objectives,
  PROFILES,
  planAlike,
} from '../../../src/planner/index.ts';
import { keeps } from '../../../src/planner/objectives/objectives.ts';
import { stressesOf } from '../../../src/planner/robust/stresses.ts';
import { underConditions } from '../../../src/planner/search/conditions.ts';
import type { Simulation } from '../../../src/simulator/index.ts';
import { runs } from '../../runs.ts';
import { anyDemand, anyWorld } from '../worlds.ts';

const FEW: Choices = { ...ALL_CHOICES, highestCu: 1, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };

/** The same compute several times, each with draws of its own. */
function copies(simulation: Simulation, count: number): Simulation[] {
  return Array.from({ length: count }, (_, at) => ({
    ...simulation,
    computes: simulation.computes.map((one) => ({ ...one, name: `${one.name} ${at + 1}` })),
  }));
}

/** Objectives that are sometimes hard to meet. */
const anyObjectives: fc.Arbitrary<Objectives> = fc
  .record({
    profile: fc.constantFrom('frugal' as const, 'balanced' as const, 'steady' as const),
    throttled: fc.constantFrom(0, 0.02, 0.2, null),
    starts: fc.constantFrom(1, 100, null),
  })
  .map(({ profile, throttled, starts }) => ({ ...PROFILES[profile], throttled, 'cold-starts': starts }));

const anyQuestion: fc.Arbitrary<AlikeQuestion> = fc
  .record({
    simulation: fc.oneof(anyDemand, anyWorld),
    count: fc.integer({ min: 1, max: 3 }),
    objectives: anyObjectives,
    worthwhile: fc.constantFrom(0, 0.1, 0.5),
    isForCheapest: fc.boolean(),
  })
  .map(({ simulation, count, ...rest }) => {
    const alone = copies(simulation, count);
    return { ...rest, alone, choices: FEW, current: configurationOf(alone[0] as Simulation) };
  });

/** Whether a compute meets all objectives with a configuration, without stresses and under each. */
function holds(simulation: Simulation, configuration: Configuration, objectives: Objectives): boolean {
  return (
    keeps(evaluate(simulation, configuration), objectives) &&
    stressesOf(simulation, objectives).every((stress) =>
      keeps(evaluate(underConditions(simulation, [stress.condition]), configuration), stress.objectives),
    )
  );
}

const textOf = ({ size, suspendAfterMs, route }: Configuration) =>
  `${size.minCu}-${size.maxCu}, ${suspendAfterMs}, ${route}`;

/** Every candidate that holds for each compute, with the sum of the costs in millionths. */
function byTryingAll({ alone, choices, objectives }: AlikeQuestion): Map<string, number> {
  const found = new Map<string, number>();
  for (const configuration of candidateGroups(alone[0] as Simulation, choices).flat()) {
    if (!alone.every((one) => holds(one, configuration, objectives))) continue;
    const cost = alone.reduce((sum, one) => sum + evaluate(one, configuration).costPerMonth, 0);
    found.set(textOf(configuration), Math.round(cost * 1e6));
  }
  return found;
}

const micros = (cost: number) => Math.round(cost * 1e6);

test('finds what trying every configuration for every compute finds', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (question) => {
      const { alone, objectives, current: own, worthwhile, isForCheapest } = question;
      const all = byTryingAll(question);
      const plan = await planAlike(question);
      const isMetToday = alone.every((one) => holds(one, own, objectives));
      const costToday = micros(alone.reduce((sum, one) => sum + evaluate(one, own).costPerMonth, 0));
      expect(plan?.current.broken.length === 0).toBe(isMetToday);
      expect(micros(plan?.current.outcome.costPerMonth ?? 0)).toBe(costToday);
      const known = isMetToday ? [...all.values(), costToday] : [...all.values()];
      const least = known.length === 0 ? null : Math.min(...known);
      const isWorthwhile = least !== null && 1 - least / costToday > worthwhile;
      const expected = least === null ? 'none' : isMetToday && !isWorthwhile ? 'keep' : 'change';
      expect(plan?.verdict).toBe(expected);
      const cost = plan?.cheapest ? micros(plan.cheapest.outcome.costPerMonth) : null;
      if (isForCheapest || expected !== 'keep') expect(cost).toBe(least);
      else expect(cost).toBe(costToday);
    }),
    runs(12, 200),
  );
});

test('lists every configuration that each compute can have', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (question) => {
      const found = (await allHolding(question)) ?? [];
      expect(
        new Map(found.map((one) => [textOf(one.configuration), micros(one.outcome.costPerMonth)])),
      ).toEqual(byTryingAll(question));
      const costs = found.map((one) => one.outcome.costPerMonth);
      expect(costs).toEqual([...costs].sort((one, other) => one - other));
    }),
    runs(8, 100),
  );
});

test('ends soon if it is stopped', async () => {
  const [question] = fc.sample(anyQuestion, { seed: 1, numRuns: 1 }) as [AlikeQuestion];
  expect(await planAlike(question, async () => true)).toBeNull();
});
