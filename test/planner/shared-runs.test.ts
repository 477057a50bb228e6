import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  evaluate,
  evaluateGroup,
  type Group,
  groupsOf,
  PROFILE_NAMES,
  PROFILES,
} from '../../src/planner/index.ts';
import { keeps } from '../../src/planner/promises/promises.ts';
import { anyCompute, anySimulation, group as clientGroup, compute, simulation } from '../engine/worlds.ts';
import { anyJobsWorld } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };

const anyWithChanges = fc
  .record({ given: anySimulation, compute: anyCompute, horizonMs: fc.integer({ min: 1, max: HOUR_MS }) })
  .map(({ given, compute, horizonMs }) => ({ ...given, horizonMs, computes: [compute] }));

test('a run tells of another setting what its own run does, also where somebody changes the compute', () => {
  fc.assert(
    fc.property(anyWithChanges, fc.nat(), (world, pick) => {
      const groups = groupsOf(world, CHOICES);
      const group = groups[pick % groups.length];
      if (group === undefined) throw new Error('there is always something to choose');
      for (const { setting, outcome } of evaluateGroup(
        world,
        pick % 2 === 0 ? group : ([...group].reverse() as unknown as Group),
      ))
        expect({ setting, outcome }).toEqual({ setting, outcome: evaluate(world, setting) });
    }),
    { numRuns: 40 },
  );
});

test('a run of jobs by one route tells of the others what their own runs do', () => {
  let rerouted = 0;
  fc.assert(
    fc.property(
      anyJobsWorld,
      fc.constantFrom(...PROFILE_NAMES, null),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(),
      (world, profile, share, pick) => {
        const groups = groupsOf(world, { ...CHOICES, highestCu: 2, timeoutsMs: [MINUTE_MS, null] });
        const group = groups[pick % groups.length];
        if (group === undefined) return;
        const all = group.map((setting) => ({ setting, outcome: evaluate(world, setting) }));
        const costs = all.map(({ outcome }) => outcome.costPerMonth).sort((one, other) => one - other);
        const mostCost = costs[Math.floor(share * (costs.length - 1))] as number;
        const promises = profile === null ? null : PROFILES[profile];
        const found = evaluateGroup(world, group, { promises, mostCost });
        expect(found.map(({ setting, outcome }) => ({ setting, outcome }))).toEqual(
          all.filter(
            ({ outcome }) =>
              outcome.costPerMonth <= mostCost && (promises === null || keeps(outcome, promises)),
          ),
        );
        const routes = new Set(found.filter(({ isRun }) => isRun).map(({ setting }) => setting.route));
        rerouted += found.filter(({ setting }) => !routes.has(setting.route)).length;
      },
    ),
    { numRuns: 400 },
  );
  expect(rerouted).toBeGreaterThan(20);
});

test('clients that let no compute sleep are run once for all timeouts and all maxima that are never reached', () => {
  const application = clientGroup(20, { kind: 'constant', ms: 3000 }, { cpu: { kind: 'constant', ms: 1 } });
  const resize = { atMs: HOUR_MS / 2, change: { kind: 'size', size: { minCu: 4, maxCu: 4 } } } as const;
  const world = simulation({
    horizonMs: HOUR_MS,
    computes: [compute([application], { changes: [resize] })],
  });
  const all = groupsOf(world, { ...CHOICES, route: 'direct' }).map((group) => evaluateGroup(world, group));
  const runs = all.flat().filter(({ isRun }) => isRun);
  // A size is run again below what was wanted at most before the resize, 2 CU, and never for another timeout.
  expect(new Set(runs.map(({ setting }) => setting.suspendAfterMs))).toEqual(new Set([MINUTE_MS]));
  expect(runs).toHaveLength(12);
  expect(all.flat()).toHaveLength(3 * 21);
});
