import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxConnections } from '../../src/facts/index.ts';
import { ALL_CHOICES, type Configuration, candidateGroups, knownChoices } from '../../src/planner/index.ts';
import type { Bound } from '../../src/trace/index.ts';
import { load, USUAL, world } from './worlds.ts';

const given = world([load([0.5])]);
const limitOf = ({ minCu, maxCu }: Configuration['size']) => maxConnections(given.facts, minCu, maxCu);
const settingsOf = (choices: typeof ALL_CHOICES) => candidateGroups(given, choices).flat();

const cu = fc.constantFrom(0.25, 0.5, 1, 2, 4, 8, 16, 32, 56);
const count = fc.record({ samples: fc.nat(20), of: fc.integer({ min: 20, max: 1000 }) });
const hiddenDemand = fc.option(
  fc.record({ count, capacityCu: cu }).map(({ count: { samples, of }, capacityCu }) => ({
    samples,
    busy: of,
    capacityCu,
  })),
);
const bounds = fc
  .uniqueArray(fc.constantFrom('connections', 'memory', 'workingSet'), { maxLength: 3 })
  .chain((quantities) =>
    fc.tuple(
      ...quantities.map((quantity) =>
        fc.record({ count, capacityCu: cu }).map(
          ({ count: { samples, of }, capacityCu }): Bound => ({
            quantity,
            samples,
            of,
            // For memory and caches only the size counts.
            limit: limitOf({ minCu: capacityCu, maxCu: capacityCu }),
            capacityCu,
          }),
        ),
      ),
    ),
  );
const current = fc.option(
  fc
    .uniqueArray(cu, { minLength: 1, maxLength: 2 })
    .map(
      (ends): Configuration => ({ ...USUAL, size: { minCu: Math.min(...ends), maxCu: Math.max(...ends) } }),
    ),
);
const choices = fc
  .record({ lowestCu: fc.constantFrom(0, 1), highestCu: fc.constantFrom(1, 4, 56) })
  .map((told) => ({ ...ALL_CHOICES, ...told, timeoutsMs: [null] }));

test('the remaining choices are all that have the capacity of the measured server, or else the largest allowed', () => {
  fc.assert(
    fc.property(choices, hiddenDemand, bounds, current, (asked, cpu, others, set) => {
      const isMany = ({ samples, of }: { samples: number; of: number }) => samples / of > 0.01;
      const many = others.filter(isMany);
      const sizes = [
        ...(cpu !== null && isMany({ ...cpu, of: cpu.busy }) ? [cpu] : []),
        ...many.filter(({ quantity }) => quantity !== 'connections'),
      ];
      const [full] = many.filter(({ quantity }) => quantity === 'connections');
      const all = settingsOf(asked);
      const largest = Math.max(...all.map(({ size }) => size.maxCu));
      const wantedCu =
        sizes.length === 0 ? 0 : (set?.size.maxCu ?? Math.max(...sizes.map((one) => one.capacityCu ?? 0)));
      const large = all.filter(({ size }) => size.maxCu >= Math.min(wantedCu, largest));
      const most = Math.max(...large.map(({ size }) => limitOf(size)));
      const wanted = full === undefined ? 0 : set === null ? (full.limit ?? 0) : limitOf(set.size);
      const expected = large.filter(({ size }) => limitOf(size) >= Math.min(wanted, most));
      const found = settingsOf(knownChoices(asked, given, { hiddenDemand: cpu, bounds: others }, set));
      expect(found).toEqual(expected);
      expect(found.length).toBeGreaterThan(0);
    }),
  );
});
