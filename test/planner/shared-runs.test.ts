import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { ALL_CHOICES, type Choices, evaluate, evaluateGroup, groupsOf } from '../../src/planner/index.ts';
import { anyCompute, anySimulation, group as clientGroup, compute, simulation } from '../engine/worlds.ts';

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
      for (const { setting, outcome } of evaluateGroup(world, group))
        expect({ setting, outcome }).toEqual({ setting, outcome: evaluate(world, setting) });
    }),
    { numRuns: 40 },
  );
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
  // A range is run again below what it wanted at most before the resize, 2 CU, and never for another timeout.
  expect(new Set(runs.map(({ setting }) => setting.suspendAfterMs))).toEqual(new Set([MINUTE_MS]));
  expect(runs).toHaveLength(14);
  expect(all.flat()).toHaveLength(3 * 21);
});
