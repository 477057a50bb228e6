import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { mostQueries } from '../../src/planner/bounds/most-queries.ts';
import { ALL_CHOICES, type Choices, candidateGroups, changed, evaluate } from '../../src/planner/index.ts';
import { ASSUMPTIONS, ENDS } from '../../src/planner/sensitivity/assumptions.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anyCompute, anySimulation } from '../simulator/worlds.ts';
import { anyJobsWorld } from './worlds.ts';

const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [MINUTE_MS, 5 * MINUTE_MS, null] };

const anyWithChanges = fc
  .record({ given: anySimulation, compute: anyCompute, horizonMs: fc.integer({ min: 1, max: HOUR_MS }) })
  .map(({ given, compute, horizonMs }) => ({ ...given, horizonMs, computes: [compute] }));

test('a start time or a burst that does not show in a run leaves its outcome as it was, also with planned changes', () => {
  const unfelt = { start: 0, burst: 0, 'burst with a planned size': 0 };
  fc.assert(
    fc.property(anyWithChanges, fc.nat(), fc.constantFrom(...ENDS), (world, pick, end) => {
      const all = candidateGroups(world, CHOICES).flat();
      const configuration = all[pick % all.length];
      if (configuration === undefined) throw new Error('there is always something to choose');
      for (const assumption of ['start', 'burst'] as const) {
        const other = changed(world, { assumption, end });
        if (other === null || ASSUMPTIONS[assumption].showsIn(other, configuration)) continue;
        unfelt[assumption]++;
        if (assumption === 'burst' && isResized(world)) unfelt['burst with a planned size']++;
        expect(evaluate(other, configuration)).toEqual(evaluate(world, configuration));
      }
    }),
    runs(200, 600),
  );
  for (const count of Object.values(unfelt)) expect(count).toBeGreaterThan(0);
});

test('the most queries of a run are counted anew for another seed, start or length', () => {
  fc.assert(
    fc.property(anyJobsWorld, fc.nat({ max: 100 }), fc.nat({ max: 5 }), (world, seed, hours) => {
      for (const other of [world, { ...world, seed }, { ...world, startMs: world.startMs + hours * HOUR_MS }])
        for (const horizonMs of [other.horizonMs, Math.ceil(other.horizonMs / 2)])
          expect(mostQueries({ ...other, horizonMs })).toEqual(
            mostQueries(withOwnSchedules({ ...other, horizonMs })),
          );
    }),
    runs(20, 100),
  );
});

function isResized({ computes }: Simulation): boolean {
  return computes.some(({ changes }) => changes.some(({ change }) => change.kind === 'size'));
}

/** The same simulation, whose schedules nobody has counted yet. */
function withOwnSchedules(simulation: Simulation): Simulation {
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({
      ...compute,
      demand: compute.demand.map((one) =>
        one.kind === 'jobs' ? { ...one, schedule: { ...one.schedule } } : one,
      ),
    })),
  };
}
