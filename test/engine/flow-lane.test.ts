import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Run, resultOf, type Simulation } from '../../src/engine/index.ts';
import { MIB, MINUTE_MS } from '../../src/facts/index.ts';
import type { LoadDemand, Profile } from '../../src/workload/index.ts';
import { COSTLY } from '../costly.ts';
import { anyLoad, anySimulation, steady } from './worlds.ts';

/** Minutes as a trace has them: work with bursts, pauses, and stretches that stay as they are. */
const anySamples: fc.Arbitrary<Profile> = fc
  .record({
    stepMs: fc.constantFrom(MINUTE_MS, 30_000, 7001),
    values: fc.array(
      fc.oneof(
        fc.nat({ max: 200 }).map((n) => n / 100),
        fc.nat({ max: 900 }).map((n) => n / 100),
        fc.constantFrom(0, 0.3, 0.3, 0.3),
      ),
      { minLength: 1, maxLength: 150 },
    ),
  })
  .map(({ stepMs, values }) => ({ kind: 'samples', atMs: 0, stepMs, values: Float64Array.from(values) }));

const anyFlow: fc.Arbitrary<LoadDemand> = fc
  .tuple(
    anyLoad,
    anySamples,
    fc.constantFrom(steady(0), steady(700 * MIB), null),
    fc.constantFrom(null, null, 3),
  )
  .map(([given, vcpu, memory, concurrency]) => ({
    ...given,
    vcpu,
    memoryBytes: memory ?? given.memoryBytes,
    concurrency: concurrency ?? given.concurrency,
    pagesPerQuery: 0,
  }));

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
