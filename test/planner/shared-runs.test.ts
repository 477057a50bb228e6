import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type CandidateGroup,
  type Choices,
  type ConfigurationTrial,
  candidateGroups,
  evaluate,
  evaluateGroup,
  KnownRuns,
  PROFILE_NAMES,
  PROFILES,
  trialRunsOf,
} from '../../src/planner/index.ts';
import { keeps } from '../../src/planner/objectives/objectives.ts';
import { groupRuns, inOneGo, type KnownRun } from '../../src/planner/search/evaluate.ts';
import { runs } from '../runs.ts';
import { anyCompute, anySimulation, group as clientGroup, compute, simulation } from '../simulator/worlds.ts';
import { anyJobsWorld, POLLER, world as worldOf } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };

const SELDOM = { kind: 'exponential', meanMs: MINUTE_MS } as const;
const QUICK = { cpu: { kind: 'exponential', meanMs: 200 } } as const;

const anyWithChanges = fc
  .record({ given: anySimulation, compute: anyCompute, horizonMs: fc.integer({ min: 1, max: HOUR_MS }) })
  .map(({ given, compute, horizonMs }) => ({ ...given, horizonMs, computes: [compute] }));

const anyGroupAlone = anyWithChanges.map((world) => ({
  ...world,
  computes: world.computes.map((one) => ({
    ...one,
    demand: [one.demand.find(({ kind }) => kind === 'clients') ?? clientGroup(5, SELDOM, QUICK)],
  })),
}));

test('a run gives the same outcome for another configuration as its own run, also with planned changes', () => {
  fc.assert(
    fc.property(anyWithChanges, fc.nat(), (world, pick) => {
      const groups = candidateGroups(world, CHOICES);
      const group = groups[pick % groups.length];
      if (group === undefined) throw new Error('there is always something to choose');
      for (const { configuration, outcome } of evaluateGroup(
        world,
        pick % 2 === 0 ? group : ([...group].reverse() as unknown as CandidateGroup),
      ))
        expect({ configuration, outcome }).toEqual({
          configuration,
          outcome: evaluate(world, configuration),
        });
    }),
    runs(10, 40),
  );
});

test('a run of jobs on one connection path gives the same outcomes for the other paths as their own runs', () => {
  let rerouted = 0;
  fc.assert(
    fc.property(
      anyJobsWorld,
      fc.constantFrom(...PROFILE_NAMES, null),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(),
      (world, profile, share, pick) => {
        const groups = candidateGroups(world, { ...CHOICES, highestCu: 2, timeoutsMs: [MINUTE_MS, null] });
        const group = groups[pick % groups.length];
        if (group === undefined) return;
        const all = group.map((configuration) => ({
          configuration,
          outcome: evaluate(world, configuration),
        }));
        const costs = all.map(({ outcome }) => outcome.costPerMonth).sort((one, other) => one - other);
        const mostCost = costs[Math.floor(share * (costs.length - 1))] as number;
        const objectives = profile === null ? null : PROFILES[profile];
        const found = evaluateGroup(world, group, { objectives, mostCost });
        expect(found.map(({ configuration, outcome }) => ({ configuration, outcome }))).toEqual(
          all.filter(
            ({ outcome }) =>
              outcome.costPerMonth <= mostCost && (objectives === null || keeps(outcome, objectives)),
          ),
        );
        const routes = new Set(
          found.filter(({ isRun }) => isRun).map(({ configuration }) => configuration.route),
        );
        rerouted += found.filter(({ configuration }) => !routes.has(configuration.route)).length;
      },
    ),
    runs(90, 400),
  );
  expect(rerouted).toBeGreaterThan(20);
});

test('a run of a closed group alone gives the same outcomes for the other path as its own run, also with planned changes', () => {
  let rerouted = 0;
  fc.assert(
    fc.property(anyGroupAlone, fc.nat(), (world, pick) => {
      const groups = candidateGroups(world, { ...CHOICES, highestCu: 2, timeoutsMs: [5 * MINUTE_MS] });
      const group = groups[pick % groups.length] as CandidateGroup;
      const found = evaluateGroup(
        world,
        pick % 2 === 0 ? group : ([...group].reverse() as unknown as CandidateGroup),
      );
      for (const { configuration, outcome } of found)
        expect({ configuration, outcome }).toEqual({
          configuration,
          outcome: evaluate(world, configuration),
        });
      const routes = new Set(
        found.filter(({ isRun }) => isRun).map(({ configuration }) => configuration.route),
      );
      rerouted += found.filter(({ configuration }) => !routes.has(configuration.route)).length;
    }),
    runs(120, 500),
  );
  expect(rerouted).toBeGreaterThan(20);
});

test('a closed group alone is run once for both paths, unless its idle connections may have an effect', () => {
  const members = clientGroup(
    8,
    { kind: 'exponential', meanMs: MINUTE_MS },
    { cpu: { kind: 'constant', ms: 5 }, wait: { kind: 'constant', ms: MINUTE_MS / 2 } },
  );
  const costsRun = (connectionMemoryBytes: number, maxCu: number) => {
    const given = simulation({ horizonMs: HOUR_MS, computes: [compute([members])] });
    const world = { ...given, assumptions: { ...given.assumptions, connectionMemoryBytes } };
    const size = { minCu: 0.25, maxCu };
    const both = (['pooler', 'direct'] as const).map((route) => ({ size, suspendAfterMs: null, route }));
    const found = evaluateGroup(world, both as unknown as CandidateGroup);
    for (const { configuration, outcome } of found) expect(outcome).toEqual(evaluate(world, configuration));
    return found.filter(({ isRun }) => isRun).map(({ outcome }) => outcome.costPerMonth);
  };
  expect(costsRun(2e6, 2)).toHaveLength(1);
  expect(costsRun(50e6, 0.25)).toHaveLength(1);
  const [pooler, direct] = costsRun(90e6, 2);
  expect(direct).toBeGreaterThan(pooler as number);
});

test('clients that never let a compute sleep are run once for all timeouts and for all maxima that are never reached', () => {
  const application = clientGroup(20, { kind: 'constant', ms: 3000 }, { cpu: { kind: 'constant', ms: 3 } });
  const resize = { atMs: HOUR_MS / 2, change: { kind: 'size', size: { minCu: 4, maxCu: 4 } } } as const;
  const world = simulation({
    horizonMs: HOUR_MS,
    computes: [compute([application], { changes: [resize] })],
  });
  const all = candidateGroups(world, { ...CHOICES, route: 'direct' }).map((group) =>
    evaluateGroup(world, group),
  );
  const runs = all.flat().filter(({ isRun }) => isRun);
  // A size below the peak before the resize, 1.5 CU, is run again. No other timeout is.
  expect(new Set(runs.map(({ configuration }) => configuration.suspendAfterMs))).toEqual(
    new Set([MINUTE_MS]),
  );
  expect(runs).toHaveLength(12);
  expect(all.flat()).toHaveLength(3 * 21);
});

test('jobs without a pause as long as a timeout are run once for this timeout and all longer ones', () => {
  const timeoutsRun = (everyMs: number) => {
    const world = worldOf([{ ...POLLER, schedule: { kind: 'every', everyMs, offsetMs: 0 } }], HOUR_MS);
    const all = candidateGroups(world, { ...CHOICES, route: 'direct' }).flatMap((group) =>
      evaluateGroup(world, group),
    );
    expect(all).toHaveLength(3 * 21);
    for (const { configuration, outcome } of all) expect(outcome).toEqual(evaluate(world, configuration));
    return new Set(all.filter(({ isRun }) => isRun).map(({ configuration }) => configuration.suspendAfterMs));
  };
  expect(timeoutsRun(MINUTE_MS / 2)).toEqual(new Set([MINUTE_MS]));
  expect(timeoutsRun(3 * MINUTE_MS)).toEqual(new Set([MINUTE_MS, 5 * MINUTE_MS]));
});

test('a single timeout is run as the shortest one if clients always come back before that, and else by itself', () => {
  const timeoutsRun = (thinkMs: number) => {
    const clients = clientGroup(
      20,
      { kind: 'exponential', meanMs: thinkMs },
      { cpu: { kind: 'constant', ms: 3 } },
    );
    const world = simulation({ horizonMs: HOUR_MS, computes: [compute([clients])] });
    const five = { size: { minCu: 0.25, maxCu: 2 }, suspendAfterMs: 5 * MINUTE_MS, route: 'direct' } as const;
    const own: KnownRun[] = [];
    const found = inOneGo(groupRuns(world, [five], null, { own, others: [] }));
    expect(found.map(({ outcome }) => outcome)).toEqual([evaluate(world, five)]);
    return own.map(({ configuration }) => configuration.suspendAfterMs);
  };
  expect(timeoutsRun(3000)).toEqual([MINUTE_MS]);
  expect(timeoutsRun(10 * MINUTE_MS)).toEqual([5 * MINUTE_MS]);
});

test('runs of a search give outcomes to later trials, and to later groups of the search that know them', () => {
  const world = worldOf([{ ...POLLER, route: 'pooler' }], HOUR_MS);
  const known = new KnownRuns();
  const runsOf = trialRunsOf(world);
  const countOf = (within: ConfigurationTrial['within']) => {
    const group = candidateGroups(world, CHOICES)[0] as CandidateGroup;
    const trial = { group, conditions: [], within };
    return inOneGo(runsOf(trial, known.under(trial))).filter(({ isRun }) => isRun).length;
  };
  const search = { objectives: null, mostCost: Number.POSITIVE_INFINITY };
  const runs = countOf(search);
  expect(runs).toBeGreaterThan(0);
  expect(countOf(search)).toBe(runs);
  expect(countOf({ ...search, groupsKnown: 1 })).toBe(0);
  expect(countOf({ ...search, objectives: PROFILES.balanced })).toBe(0);
});
