import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Asking } from '../../../src/advisor/index.ts';
import { eachAlone } from '../../../src/advisor/project/alike-job.ts';
import { planProject } from '../../../src/advisor/project/plan-project.ts';
import { type FactSet, factSet, type PlanName } from '../../../src/facts/index.ts';
import {
  ALL_CHOICES,
  allHolding,
  configurationOf,
  figureOf,
  limitsOfProject,
  type Objectives,
  PROFILES,
  summedUse,
  type Use,
  useOf,
} from '../../../src/planner/index.ts';
import { readDocument, readScenario, type Scenario } from '../../../src/scenario/index.ts';
import { runs } from '../../runs.ts';

/** The free plan allows no timeouts of one's own. */
const choicesOn = (plan: PlanName) => ({
  ...ALL_CHOICES,
  highestCu: plan === 'free' ? 1 : 0.5,
  timeoutsMs: plan === 'free' ? null : [60_000, 600_000, null],
  route: 'direct' as const,
});

/** Facts with so few active computes that small projects pass the limit. */
function factsWith(mostPerProject: number): FactSet {
  const facts = factSet('2026-11');
  const { activeComputes } = facts;
  if (activeComputes === undefined) throw new Error('the fact set states the limit');
  return {
    ...facts,
    activeComputes: { ...activeComputes, value: { ...activeComputes.value, mostPerProject } },
  };
}

interface Entry {
  readonly copies: number;
  readonly perHour: number;
  readonly suspendAfter: string;
  readonly size: number;
}

function scenarioOf(entries: readonly Entry[], seed: number, facts: FactSet, plan: PlanName): Scenario {
  const text = JSON.stringify({
    why: 'A small project.',
    horizon: '5h',
    seed,
    computes: [
      {
        name: 'main',
        size: 0.25,
        suspendAfter: plan === 'free' ? '5m' : 'off',
        demand: [{ kind: 'arrivals', perSecond: 0.0002, query: { cpu: '20ms' } }],
      },
      ...entries.map(({ copies, perHour, suspendAfter, size }, at) => ({
        name: `entry ${at}`,
        copies,
        size,
        suspendAfter: plan === 'free' ? '5m' : suspendAfter,
        // The quota is spent by computes that are seldom asleep.
        demand: [
          {
            kind: 'arrivals',
            perSecond: (plan === 'free' ? perHour / 10 : perHour) / 3600,
            query: { cpu: '900ms' },
          },
        ],
      })),
    ],
  });
  return readScenario(readDocument(text, 'project.json'), { facts, plan });
}

interface Project {
  readonly entries: Entry[];
  readonly seed: number;
  readonly most: number;
  readonly starts: number | null;
  readonly worthwhile: number;
}

const anyProject: fc.Arbitrary<Project> = fc.record({
  entries: fc.array(
    fc.record({
      copies: fc.integer({ min: 1, max: 3 }),
      perHour: fc.constantFrom(0.5, 3, 12, 60),
      suspendAfter: fc.constantFrom('1m', '10m', 'off'),
      size: fc.constantFrom(0.25, 0.5),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  seed: fc.nat(),
  most: fc.integer({ min: 1, max: 4 }),
  starts: fc.constantFrom(null, 20, 60),
  // A high share keeps configurations that pass a limit.
  worthwhile: fc.constantFrom(0.1, 0.999),
});

/** Projects whose entries' own choices pass a limit. */
const LIMITED: [Project][] = [
  [
    {
      entries: [entry({ perHour: 3, suspendAfter: 'off' })],
      seed: 2,
      most: 2,
      starts: null,
      worthwhile: 0.999,
    },
  ],
  [{ entries: [entry({ size: 0.5 })], seed: 22, most: 3, starts: 60, worthwhile: 0.1 }],
];

function entry(given: Partial<Entry>): Entry {
  return { copies: 3, perHour: 12, suspendAfter: '1m', size: 0.25, ...given };
}

const ASKING: Asking = {
  signal: new AbortController().signal,
  pause: async () => {},
  progress: () => {},
  threads: {
    processors: 1,
    wallMs: () => 0,
    pool: () => {
      throw new Error('one processor opens no pool');
    },
  },
};

function objectivesWith(starts: number | null): Objectives {
  return { ...PROFILES.frugal, 'delay-p95': 5000, headroom: 0.2, 'cold-starts': starts };
}

const planOf = (scenario: Scenario, objectives: Objectives, worthwhile = 0.1, asking = ASKING) =>
  planProject(
    scenario,
    'project.json',
    {
      profile: 'frugal',
      objectives,
      objectivesOf: () => objectives,
      choices: choicesOn(scenario.simulation.plan),
      worthwhile,
      writtenTo: null,
    },
    asking,
  );

interface Tried {
  readonly micros: number;
  /** The cost without the first entry, which is on the default branch. */
  readonly othersMicros: number;
  readonly use: Use;
}

/** The cost and the use of every combination of configurations that meet their objectives. */
async function everyCombination(scenario: Scenario, objectives: Objectives): Promise<Tried[]> {
  let combinations: Tried[] = [{ micros: 0, othersMicros: 0, use: summedUse([]) }];
  const { simulation } = scenario;
  for (const [at, { computes }] of scenario.entries.entries()) {
    const alone = eachAlone({ ...simulation, computes });
    const options = await allHolding({
      alone,
      objectives,
      choices: choicesOn(scenario.simulation.plan),
      current: configurationOf(alone[0] as (typeof alone)[number]),
      worthwhile: 0.1,
      isForCheapest: true,
    });
    const question = {
      // The first entry is on the default branch.
      isActiveCounted: at > 0,
      hasQuota: simulation.facts.quotaCuHours.value[simulation.plan] !== null,
      headroom: 0.2,
    };
    const tried = (options ?? []).map(({ configuration, outcome }) => ({
      micros: Math.round(outcome.costPerMonth * 1e6),
      use: useOf(alone, configuration, question),
    }));
    combinations = combinations.flatMap((one) =>
      tried.map(({ micros, use }) => ({
        micros: one.micros + micros,
        othersMicros: one.othersMicros + (at === 0 ? 0 : micros),
        use: summedUse([one.use, use]),
      })),
    );
  }
  return combinations;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}

function isWithinLimits({ simulation, entries }: Scenario, use: Use): boolean {
  const counted = entries.slice(1).reduce((sum, { computes }) => sum + computes.length, 0);
  return limitsOfProject(simulation, null).every(
    (limit) => !figureOf(limit, { use, counted, branches: 0, costPerMonth: 0 }).isBroken,
  );
}

test.each(['scale', 'free'] as const)(
  'finds the cheapest combination within the limits of %s',
  async (plan) => {
    await fc.assert(
      fc.asyncProperty(anyProject, async ({ entries, seed, most, starts, worthwhile }) => {
        const scenario = scenarioOf(entries, seed, factsWith(most), plan);
        const objectives = objectivesWith(starts);
        const { answer, document } = await planOf(scenario, objectives, worthwhile);
        const all = await everyCombination(scenario, objectives);
        const fitting = all.filter(({ use }) => isWithinLimits(scenario, use));
        const [least = null] = fitting.map(({ micros }) => micros).sort((one, other) => one - other);
        expect(document.verdict === 'none').toBe(least === null);
        if (least === null) return;
        const { costToday } = document.totals;
        // The present project is kept only if no change saves the share that is worth one.
        if (document.verdict === 'keep')
          expect(least / 1e6).toBeGreaterThanOrEqual(costToday * (1 - worthwhile) - 1e-6);
        else expect(answer.limits.every(({ advised }) => !advised.isBroken)).toBe(true);
        const isAnyLimited = answer.entries.some(({ limitedBy }) => limitedBy.length > 0);
        const [, ...others] = answer.entries;
        // The limit of active computes leaves the default branch as it is, and the free plan costs nothing.
        if (isAnyLimited)
          expect(
            Math.round(1e6 * sumOf(others.map((one) => one.advised?.judged.outcome.costPerMonth ?? 0))),
          ).toBe(Math.min(...fitting.map(({ othersMicros }) => othersMicros)));
      }),
      { ...runs(12, 150), examples: LIMITED },
    );
  },
);

test('a limit that no combination meets is named, and the choices stay', async () => {
  const scenario = scenarioOf([entry({ perHour: 60, suspendAfter: 'off' })], 1, factsWith(2), 'scale');
  const { document } = await planOf(scenario, objectivesWith(1));
  expect(document.verdict).toBe('none');
  expect(
    document.limits.map(({ name, bound, advised }) => [name, bound, advised.found, advised.isBroken]),
  ).toEqual([
    ['active-computes', 2, 3, true],
    ['branches', 5000, 4, false],
  ]);
});

test('an aborted plan has the entries that were planned before', async () => {
  const controller = new AbortController();
  const scenario = scenarioOf([entry({ copies: 2, perHour: 3 })], 1, factsWith(20), 'scale');
  const { document } = await planOf(scenario, objectivesWith(null), 0.1, {
    ...ASKING,
    signal: controller.signal,
    progress: () => controller.abort(),
  });
  expect(document).toMatchObject({ partial: true, of: 2, limits: [], entries: [{ name: 'main' }] });
});
