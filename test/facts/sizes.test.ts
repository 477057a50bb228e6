import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  burstVcpu,
  connectionSizeCu,
  factSet,
  GIB,
  LISTED_SIZES_CU,
  localFileCacheBytes,
  MIB,
  maxConnections,
  maxConnectionsAt,
  nearestSizesCu,
  poolSize,
  ramBytes,
  temporaryDiskBytes,
} from '../../src/facts/index.ts';

const spec = factSet('spec');
const documentation = factSet('2026-08');
const anySize = fc.constantFrom(...LISTED_SIZES_CU);
const anyRange = fc
  .tuple(anySize, anySize)
  .map(([a, b]) => ({ minCu: Math.min(a, b), maxCu: Math.max(a, b) }));

describe('the list of sizes', () => {
  test('has 0.25, 0.5, the integers from 1 to 16 and the even ones from 18 to 56', () => {
    expect(LISTED_SIZES_CU).toHaveLength(38);
    expect(LISTED_SIZES_CU.slice(0, 4)).toEqual([0.25, 0.5, 1, 2]);
    expect(LISTED_SIZES_CU.slice(16, 20)).toEqual([15, 16, 18, 20]);
    expect(LISTED_SIZES_CU.at(-1)).toBe(56);
  });

  test.each([
    [17, [16, 18]],
    [0.1, [0.25]],
    [0.75, [0.5, 1]],
    [57, [56]],
    [8, [8]],
  ])('the nearest to %s are %s', (cu, nearest) => {
    expect(nearestSizesCu(cu, LISTED_SIZES_CU)).toEqual(nearest);
  });
});

describe('memory', () => {
  // The examples of the interface specification, 2.5.
  test.each([
    [0.25, 1, 0.8],
    [1, 4, 3.2],
    [56, 224, 179.2],
  ])('%s CU has %s GB of RAM and %s GB of cache', (cu, ram, cache) => {
    expect(ramBytes(spec, cu)).toBe(ram * GIB);
    expect(localFileCacheBytes(spec, cu)).toBe(Math.floor(cache * GIB));
  });

  test('by the public documentation the cache is the memory that overheads leave, in whole MiB', () => {
    // 0.25 CU: 1024 - 100 = 924 MiB; (924 - 256) / 1.1 = 607.27. 4 CU: 0.75 x (16384 - 100) = 12213.
    expect(localFileCacheBytes(documentation, 0.25)).toBe(607 * MIB);
    expect(localFileCacheBytes(documentation, 4)).toBe(12_213 * MIB);
  });
});

describe('max_connections', () => {
  // The whole table of the interface specification, 2.5.
  test.each([
    [0.25, 112],
    [0.5, 225],
    [1, 450],
    [2, 901],
    [3, 1351],
    [4, 1802],
    [5, 2253],
    [6, 2703],
    [7, 3154],
    [8, 3604],
    [9, 4000],
    [16, 4000],
    [56, 4000],
  ])('a fixed size of %s CU has %s connections', (cu, connections) => {
    expect(maxConnections(spec, cu, cu)).toBe(connections);
  });

  // max(100, min(4000, floor(size x 419.66)))
  test.each([
    [0.25, 104],
    [1, 419],
    [2, 839],
    [9, 3776],
    [10, 4000],
  ])('by the public documentation %s CU has %s connections', (cu, connections) => {
    expect(maxConnectionsAt(documentation, cu)).toBe(connections);
  });

  test.each([
    [0.25, 4, 2, 901],
    [0.5, 4, 4, 1802],
    [2, 4, 4, 1802],
    [0.25, 16, 2, 901],
    [1, 16, 8, 3604],
    [2, 16, 16, 4000],
  ])('%s to %s CU follows %s CU: %s connections', (minCu, maxCu, follows, connections) => {
    expect(connectionSizeCu(spec, minCu, maxCu)).toBe(follows);
    expect(maxConnections(spec, minCu, maxCu)).toBe(connections);
  });

  test.each([spec, documentation])(
    'fact set $name: it grows with either end of a range, and stays between those of the two ends',
    (facts) => {
      fc.assert(
        fc.property(anyRange, anyRange, (a, b) => {
          const of = ({ minCu, maxCu }: typeof a) => maxConnections(facts, minCu, maxCu);
          const both = { minCu: Math.max(a.minCu, b.minCu), maxCu: Math.max(a.maxCu, b.maxCu) };
          expect(of(both)).toBeGreaterThanOrEqual(of(a));
          expect(of(a)).toBeLessThanOrEqual(maxConnectionsAt(facts, a.maxCu));
          expect(of(a)).toBeGreaterThanOrEqual(maxConnectionsAt(facts, a.minCu));
          if (8 * a.minCu >= a.maxCu) expect(of(a)).toBe(maxConnectionsAt(facts, a.maxCu));
          expect(poolSize(facts, a.minCu, a.maxCu)).toBe(Math.floor(0.9 * of(a)));
        }),
      );
    },
  );
});

describe('other limits', () => {
  test('the temporary disk follows the maximum, with at least 20 GiB', () => {
    expect([0.25, 1, 2, 16].map((maxCu) => temporaryDiskBytes(spec, maxCu) / GIB)).toEqual([20, 20, 30, 240]);
  });

  test('only shared sizes burst', () => {
    expect([0.25, 0.5, 1, 4].map((cu) => burstVcpu(spec, cu))).toEqual([1, 1, 1, 4]);
  });
});
