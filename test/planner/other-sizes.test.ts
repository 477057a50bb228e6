import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import { type CandidateGroup, type Configuration, evaluate } from '../../src/planner/index.ts';
import { groupRuns, inOneGo, type KnownRun } from '../../src/planner/search/evaluate.ts';
import { runs } from '../runs.ts';
import { anyDemand, anyJobsWorld, anyWorld } from './worlds.ts';

test('a run gives the same outcomes for larger minima, and for maxima that it did not reach, as their own runs', () => {
  let [minima, maxima] = [0, 0];
  fc.assert(
    fc.property(
      fc.oneof(anyWorld, anyDemand, anyJobsWorld),
      fc.constantFrom(0.25, 0.5, 1),
      fc.constantFrom(0.5, 1, 2, 4),
      fc.constantFrom(MINUTE_MS, null),
      (world, minCu, wider, suspendAfterMs) => {
        const of = (size: Configuration['size']): Configuration => ({
          size,
          suspendAfterMs,
          route: 'direct',
        });
        const own: KnownRun[] = [];
        const maxCu = minCu + wider;
        inOneGo(groupRuns(world, [of({ minCu, maxCu })], null, { own, others: [] }));
        for (const least of own[0]?.quarterCuMs.keys() ?? []) {
          for (const most of [least, maxCu, maxCu + 1, maxCu + 4].filter((cu) => cu >= least)) {
            const other = of({ minCu: least, maxCu: most });
            const group: CandidateGroup = [other];
            const [told] = inOneGo(groupRuns(world, group, null, { own: [], others: [own] }));
            if (told === undefined || told.isRun) continue;
            expect(told.outcome).toEqual(evaluate(world, other));
            if (least > minCu) minima++;
            if (most > maxCu) maxima++;
          }
        }
      },
    ),
    runs(30, 150),
  );
  expect(minima).toBeGreaterThan(20);
  expect(maxima).toBeGreaterThan(20);
});
