import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choicesOfParts, explainedShare, informationOf } from '../../../src/planner/worlds/information.ts';
import { isCheaper, misses, type WholeRow } from '../../../src/planner/worlds/row.ts';
import { wilson } from '../../../src/planner/worlds/worlds-plan.ts';

function rowOf(maxCu: number, worlds: readonly (readonly [costMicros: number, isKept: boolean])[]): WholeRow {
  return {
    configuration: { size: { minCu: 0.25, maxCu }, suspendAfterMs: null, route: 'direct' },
    worlds: worlds.map(([costMicros, isKept]) => ({ costMicros, broken: isKept ? [] : ['throttled'] })),
  };
}

const WORLDS = 6;
const anyRows = fc
  .array(fc.array(fc.tuple(fc.nat(20), fc.boolean()), { minLength: WORLDS, maxLength: WORLDS }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => [
    // A configuration that meets its objectives in each world, so that there is always a choice.
    rowOf(
      99,
      Array.from({ length: WORLDS }, () => [30, true] as const),
    ),
    ...all.map((worlds, i) => rowOf(i + 1, worlds)),
  ]);

/** All ways to choose a row for each part. */
function mappings(rows: readonly WholeRow[], parts: number): WholeRow[][] {
  if (parts === 0) return [[]];
  return mappings(rows, parts - 1).flatMap((before) => rows.map((row) => [...before, row]));
}

describe('Choices for parts of the worlds', () => {
  test('are the cheapest of all ways to choose', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(WORLDS), (rows, mostMisses) => {
        const parts = [
          [0, 1],
          [2, 3],
          [4, 5],
        ];
        const found = choicesOfParts(rows, parts, mostMisses);
        const costs = mappings(rows, parts.length).flatMap((chosen) => {
          const worlds = chosen.flatMap((row, i) => (parts[i] ?? []).map((world) => row.worlds[world]));
          const missed = worlds.filter((one) => one?.broken.length !== 0).length;
          const cost = worlds.reduce((sum, one) => sum + (one?.costMicros ?? 0), 0);
          return missed <= mostMisses ? [cost] : [];
        });
        expect(found.reduce((sum, { micros }) => sum + micros, 0)).toBe(Math.min(...costs));
      }),
    );
  });
});

describe('The value of information', () => {
  const worlds = Array.from({ length: 40 }, (_, i) => i);
  const rows = [
    // Enough for the lower half of the worlds, and for all of them.
    rowOf(
      1,
      worlds.map((i) => [1_000_000, i < 20] as const),
    ),
    rowOf(
      2,
      worlds.map(() => [3_000_000, true] as const),
    ),
  ];
  const choice = rows[1] as WholeRow;
  const question = { rows, choice, mostMisses: 0, seed: 1 };

  test('is what the cheaper configuration saves where it is known to do', () => {
    const found = informationOf(worlds, question);
    expect(found?.savesPerMonth).toBe(1);
    expect(found?.parts.map(({ from, to, costPerMonth }) => [from, to, costPerMonth])).toEqual([
      [0, 9, 1],
      [10, 19, 1],
      [20, 29, 3],
      [30, 39, 3],
    ]);
  });

  test('is nothing for a quantity that says nothing about the need', () => {
    const unrelated = worlds.map((i) => (i * 7) % 40);
    expect(informationOf(unrelated, question)?.savesPerMonth).toBe(0);
    expect(
      informationOf(
        worlds.map(() => 5),
        question,
      ),
    ).toBeNull();
    expect(informationOf([1, 2, 3], question)).toBeNull();
  });

  test('has the share of the variance between the parts', () => {
    const parts = [
      [0, 1],
      [2, 3],
    ];
    expect(explainedShare([1, 1, 5, 5], parts)).toBe(1);
    expect(explainedShare([1, 5, 1, 5], parts)).toBe(0);
    // Means of 2 and 4 around 3, and variances of 1 within: 4 of 8.
    expect(explainedShare([1, 3, 3, 5], parts)).toBe(0.5);
    expect(explainedShare([2, 2, 2, 2], parts)).toBe(0);
  });

  test('is never below nothing', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }), (some, values) => {
        const wide = some.map((row) =>
          rowOf(
            row.configuration.size.maxCu,
            values.map((value) => {
              const { costMicros, broken } = row.worlds[value % WORLDS] as WholeRow['worlds'][number];
              return [costMicros, broken.length === 0] as const;
            }),
          ),
        );
        const enough = wide.filter((row) => misses(row) <= 4);
        const cheapest = enough.reduce((one, row) => (isCheaper(row, one) ? row : one));
        const found = informationOf(values, { rows: wide, choice: cheapest, mostMisses: 4, seed: 3 });
        expect(found?.savesPerMonth ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('The interval of a share', () => {
  // Figures of Wilson's interval from Newcombe (1998), Statistics in Medicine 17, table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d of %d is that of Wilson', (count, of, low, high) => {
    const found = wilson(count, of);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });
});
