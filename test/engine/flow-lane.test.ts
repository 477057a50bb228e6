import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Run, resultOf, type Simulation } from '../../src/engine/index.ts';
import type { LoadDemand } from '../../src/workload/index.ts';
import { COSTLY } from '../costly.ts';
import { anyFlow, anySimulation } from './worlds.ts';

/** A load that is all of a compute's demand, in whatever settings, with whatever happening beside it. */
const anyFlowing: fc.Arbitrary<Simulation> = fc
  .tuple(anySimulation, fc.array(anyFlow, { minLength: 2, maxLength: 2 }))
  .map(([given, flows]) => ({
    ...given,
    computes: given.computes.map((one, i) => ({ ...one, demand: [flows[i] as LoadDemand] })),
  }));

function told(given: Simulation) {
  const run = new Run(given, null, 'sums');
  run.advance(given.horizonMs);
  return resultOf(run);
}

test('the fast lane of a load is the general way, to the bit', () => {
  fc.assert(
    fc.property(anyFlowing, (given) => {
      expect(told(given)).toEqual(told({ ...given, stepping: true }));
    }),
    COSTLY,
  );
});

test('and what a run keeps one by one is nothing to its sums', () => {
  fc.assert(
    fc.property(anyFlowing, (given) => {
      const run = new Run(given);
      run.advance(given.horizonMs);
      const [all, sums] = [resultOf(run), told(given)];
      expect(sums.totals).toEqual(all.totals);
      expect(sums.months).toEqual(all.months);
    }),
    COSTLY,
  );
});

test('a run in two parts is the run', () => {
  fc.assert(
    fc.property(anyFlowing, fc.double({ min: 0, max: 1, noNaN: true }), (given, place) => {
      const run = new Run(given, null, 'sums');
      run.advance(Math.floor(given.horizonMs * place));
      run.advance(given.horizonMs);
      expect(resultOf(run)).toEqual(told(given));
    }),
    COSTLY,
  );
});
