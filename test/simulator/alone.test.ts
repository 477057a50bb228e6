import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Run, type RunEvent, resultOf, type Simulation } from '../../src/simulator/index.ts';
import { anySimulation } from './worlds.ts';

/** Computes share a quota and the primaries of branches, and nothing else. */
const anyIndependent: fc.Arbitrary<Simulation> = anySimulation.map((simulation) => ({
  ...simulation,
  plan: 'scale',
  computes: simulation.computes.map((one) => ({
    ...one,
    changes: one.changes.filter(({ change }) => change.kind !== 'branch'),
  })),
}));

function ran(simulation: Simulation) {
  const events: RunEvent[] = [];
  const run = new Run(simulation, (event) => events.push(event));
  run.advance(simulation.horizonMs);
  return { computes: resultOf(run).computes, events };
}

test('a compute without a quota behaves alone as it does beside others', () => {
  fc.assert(
    fc.property(anyIndependent, (simulation) => {
      const together = ran(simulation);
      simulation.computes.forEach((compute, at) => {
        const alone = ran({ ...simulation, computes: [compute] });
        expect(alone.computes).toEqual([together.computes[at]]);
        expect(alone.events).toEqual(together.events.filter((event) => event.compute === compute.name));
      });
    }),
    { numRuns: 60 },
  );
});
