import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../src/simulator/index.ts';
import { demandOf } from '../../src/trace/index.ts';
import { type LoadDemand, type Profile, sampleAt } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { anyTrace, MIDNIGHT } from '../trace/traces.ts';
import { compute, run, simulation } from './worlds.ts';

const settings = {
  name: 'trace',
  startMs: MIDNIGHT,
  cpuMsPerQuery: null,
  vcpus: null,
  baseMemoryBytes: 0,
  connectionMemoryBytes: 0,
};

describe('a trace as demand', () => {
  const asked = (demand: LoadDemand, stepping: boolean) =>
    resultOf(
      run(
        simulation({
          horizonMs: 100 * 60_000,
          stepping,
          computes: [compute([demand], { size: { minCu: 0.25, maxCu: 4 }, suspendAfterMs: 60_000 })],
        }),
      ),
    );

  test('a run that skips ticks equals a run that steps, and samples equal the same values as steps', () => {
    fc.assert(
      fc.property(
        anyTrace.filter(({ times }) => times.length > 0),
        (trace) => {
          const demand = demandOf(trace, settings).demand[0] as LoadDemand;
          const skipped = asked(demand, false);
          expect(asked(demand, true)).toEqual(skipped);
          const samples = demand.vcpu as Profile & { readonly kind: 'samples' };
          const values = Array.from(
            { length: samples.values.length + 1 },
            (_, i) => sampleAt(samples.values, i) || 0,
          );
          const vcpu: Profile = {
            kind: 'steps',
            // A step to the same value is not activity.
            steps: values.map((value, i) => ({ atMs: samples.atMs + i * samples.stepMs, value })),
          };
          expect(asked({ ...demand, vcpu }, false).totals).toEqual(skipped.totals);
        },
      ),
      runs(40, 100),
    );
  });
});
