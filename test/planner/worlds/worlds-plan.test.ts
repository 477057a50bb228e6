import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  type Objectives,
  PROFILES,
  sameConfiguration,
  searchPlan,
  workHere,
  workInWorld,
  worldsPlan,
} from '../../../src/planner/index.ts';
import { drawnValues, readDocument, readScenario, type Uncertain } from '../../../src/scenario/index.ts';
import type { Simulation } from '../../../src/simulator/index.ts';
import { runs } from '../../runs.ts';
import { bestCosts, meanOf, type Tried, tryAll } from './brute-force.ts';

/** Few enough configurations that each can be run in each world. */
const CHOICES: Choices = {
  ...ALL_CHOICES,
  highestCu: 2,
  timeoutsMs: [MINUTE_MS, null],
  route: 'direct',
};

interface Question {
  readonly worlds: readonly Simulation[];
  readonly drawn: readonly (readonly number[])[];
  readonly objectives: Objectives;
  readonly keeps: number;
  readonly choices: Choices;
}

const written = fc.record({
  vcpu: fc.tuple(...[0.05, 0.5, 1].map((most) => fc.double({ min: 0.01, max: most, noNaN: true }))),
  cpuMs: fc.integer({ min: 2, max: 200 }),
  hours: fc.constantFrom('0-1', '1-3', '0-4'),
  everyMinutes: fc.constantFrom(null, 3, 20),
  worlds: fc.integer({ min: 10, max: 13 }),
  keeps: fc.constantFrom(0.5, 0.8, 0.9, 1),
  profile: fc.constantFrom('frugal', 'balanced', 'steady'),
  // From 0.5 CU on, the configuration of the scenario itself cannot be chosen.
  lowestCu: fc.constantFrom(0, 0, 0.5),
  seed: fc.nat(),
});

type Written = typeof written extends fc.Arbitrary<infer Value> ? Value : never;

/** A scenario with intervals, and the worlds that are drawn from it. */
function questionOf(of: Written): Question {
  const { vcpu, cpuMs, hours, everyMinutes, worlds, keeps, profile, seed } = of;
  const [low = 0, above = 0, further = 0] = vcpu;
  const likely = low + above;
  const inside = { low, likely, high: likely + 2 * further };
  const poller = {
    kind: 'poller',
    every: `${everyMinutes}m`,
    query: { cpu: { low: '1ms', likely: '50ms', high: '5s' } },
  };
  const scenario = {
    why: 'Which configuration?',
    horizon: '4h',
    seed,
    facts: '2026-11',
    compute: { min: 0.25, max: 2, suspendAfter: '1m' },
    demand: [
      {
        kind: 'load',
        vcpu: { hours, inside, outside: 0 },
        cpuPerQuery: { low: '1ms', likely: `${cpuMs}ms`, high: `${2 * cpuMs}ms` },
        connections: { low: 1, likely: 10, high: 150 },
        concurrency: null,
      },
      ...(everyMinutes === null ? [] : [poller]),
    ],
    assumptions: { burst: true, start: '500ms', skew: 0.5 },
  };
  const { uncertain } = readScenario(readDocument(JSON.stringify(scenario), 'a scenario'));
  const { intervals, world } = uncertain as Uncertain;
  const drawn = drawnValues(intervals, seed, worlds);
  return {
    worlds: drawn.map((values) => world(values)),
    drawn: intervals.map((_, i) => drawn.map((values) => values[i] as number)),
    objectives: PROFILES[profile],
    keeps,
    choices: { ...CHOICES, lowestCu: of.lowestCu },
  };
}

async function planned({ worlds, drawn, objectives, keeps, choices }: Question) {
  const plan = await worldsPlan({ worlds, drawn, choices, keeps }, (world, of) =>
    workInWorld({
      simulation: worlds[world] as Simulation,
      objectives,
      choices,
      ...of,
    }),
  );
  if (plan === null) throw new Error('nobody stopped it');
  return plan;
}

function keptOf({ keeps }: Tried): number {
  return keeps.filter(Boolean).length;
}

describe('A plan of many worlds', () => {
  test('recommends what a trial of all configurations in all worlds finds, with the same regret', async () => {
    let recommended = 0;
    await fc.assert(
      fc.asyncProperty(written, async (of) => {
        const asked = questionOf(of);
        const count = asked.worlds.length;
        const { recommendation, best, needed } = await planned(asked);
        const all = tryAll(asked.worlds, asked.objectives, asked.choices);
        const ofBest = bestCosts(all, count);
        expect(best.map((one) => one?.costPerMonth ?? Number.POSITIVE_INFINITY)).toEqual(ofBest);
        expect(needed).toBe(Math.ceil(asked.keeps * count - 1e-9));
        const enough = all.filter((one) => keptOf(one) >= needed);
        const least = Math.min(...enough.map(({ costs }) => meanOf(costs)));
        if (recommendation === null) {
          expect(enough).toEqual([]);
          return;
        }
        recommended++;
        const own = all.find(({ configuration }) =>
          sameConfiguration(configuration, recommendation.configuration),
        ) as Tried;
        expect(enough).toContain(own);
        expect(meanOf(own.costs)).toBeCloseTo(least, 6);
        expect(recommendation.expectedCost).toBeCloseTo(least, 5);
        expect(recommendation.worlds.map(({ costPerMonth }) => costPerMonth)).toEqual(own.costs);
        expect(recommendation.worlds.map(({ broken }) => broken.length === 0)).toEqual(own.keeps);
        const wasted = own.costs.map((cost, world) => Math.max(0, cost - (ofBest[world] as number)));
        const { regret } = recommendation;
        expect(regret.wastedPerMonth).toBeCloseTo(meanOf(wasted), 5);
        expect(regret.mostWastedPerMonth).toBeCloseTo(Math.max(...wasted), 5);
        expect(regret.broken).toBe(
          own.keeps.filter((isKept, world) => !isKept && ofBest[world] !== Number.POSITIVE_INFINITY).length,
        );
        expect(regret.unavoidable).toBe(ofBest.filter((cost) => cost === Number.POSITIVE_INFINITY).length);
      }),
      runs(10, 200),
    );
    expect(recommended).toBeGreaterThan(0);
  });

  test('recommends what a usual plan does if all worlds are alike', async () => {
    await fc.assert(
      fc.asyncProperty(written, async (of) => {
        const {
          worlds: [one],
          objectives,
        } = questionOf(of);
        const worlds = Array.from({ length: 10 }, () => one as Simulation);
        const { recommendation, mostOften } = await planned({
          worlds,
          drawn: [],
          objectives,
          keeps: 0.9,
          choices: CHOICES,
        });
        const { cheapest } = await searchPlan(
          {
            simulation: one as Simulation,
            objectives,
            choices: CHOICES,
            current: null,
            worthwhile: 0,
            isBrief: true,
          },
          workHere(one as Simulation),
        );
        expect(recommendation?.expectedCost ?? null).toBe(cheapest?.outcome.costPerMonth ?? null);
        if (recommendation !== null) expect(recommendation.regret.wastedPerMonth).toBe(0);
        else expect(mostOften?.kept ?? 0).toBe(0);
      }),
      runs(10, 100),
    );
  });

  test('is null if it was stopped', async () => {
    const [of] = fc.sample(written, 1) as [Written];
    const { worlds, drawn, keeps } = questionOf(of);
    expect(await worldsPlan({ worlds, drawn, choices: CHOICES, keeps }, async () => null)).toBeNull();
  });
});
