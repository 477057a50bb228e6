import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Packing, unpacked } from '../../../src/report/portfolio/rows/packed.ts';

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-zA-Z-]{1,8}$/), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test('unpacking gives an equal value, with its fields in the same order', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), (values) => {
      const packing = new Packing();
      const all = values.map((one) => packing.packed(one));
      expect(all.map(unpacked)).toEqual(values);
      expect(JSON.stringify(all.map(unpacked))).toBe(JSON.stringify(values));
    }),
  );
});

test('values with more numbers than a block has room for', () => {
  const packing = new Packing();
  const long = Array.from({ length: 20_000 }, (_, i) => i + 0.5);
  const all = [[1, 0, 2], long, [3]].map((one) => packing.packed(one));
  expect(all.map(unpacked)).toEqual([[1, 0, 2], long, [3]]);
});

test('values with the same fields share their form and their texts', () => {
  const packing = new Packing();
  const [one, other] = [1, 2].map((cost) => packing.packed({ cost, verdict: ['ke', 'ep'].join('') }));
  expect(one?.form).toBe(other?.form);
  expect(one?.texts).toBe(other?.texts);
  expect(one?.block).toBe(other?.block);
  expect([one, other].map((packed) => packed?.block[packed.start])).toEqual([1, 2]);
  const basis = packing.shared({ throttled: 'measured' });
  expect(packing.shared({ throttled: 'measured' })).toBe(basis);
});
