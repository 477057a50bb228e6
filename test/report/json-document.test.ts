import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonDocument, jsonPieces, LazyList, plainDocument } from '../../src/report/index.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.date(),
  fc.constantFrom(null, undefined, -0, Number.NaN, () => 1, Symbol('left out')),
);
const { written } = fc.letrec<{ written: unknown }>((tie) => ({
  written: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('written')), fc.dictionary(name(), tie('written'))),
}));

function name() {
  return fc.oneof(fc.string(), fc.constantFrom('__proto__', '1', 'size', 'route'));
}

test('the data and the text of a document are those that JSON makes of it', () => {
  fc.assert(
    fc.property(written, (content) => {
      const document = { content };
      const expected: unknown = JSON.parse(JSON.stringify(document));
      expect(plainDocument(document)).toStrictEqual(expected);
      expect(JSON.parse(jsonDocument(document))).toStrictEqual(expected);
    }),
  );
});

test('a configuration gets its text, and functions and isRun are left out', () => {
  const configuration = { size: { minCu: 0.25, maxCu: 2 }, suspendAfterMs: null, route: 'direct' };
  const document = { configuration, isRun: true, draw: () => [] };
  const expected = { configuration: { ...configuration, text: '0.25-2, off' } };
  expect(plainDocument(document)).toStrictEqual(expected);
  expect(JSON.parse(jsonDocument(document))).toStrictEqual(expected);
});

test('comes in pieces that are the same text, also with a list that makes its items when it is read', () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `db-${i}`, of: [i] }));
  const document = (items: unknown) => ({ schema: 'x', none: undefined, list: items, page: [{ a: [1] }] });
  for (const count of [0, 1, 2, 3000]) {
    const pieces = [...jsonPieces(document(LazyList.of(list(count), (item) => item)))];
    expect(pieces.join('')).toBe(`${jsonDocument(document(list(count)))}\n`);
    expect(pieces.length > 1).toBe(count === 3000);
  }
  expect([...jsonPieces({ a: 1 })]).toEqual(['{"a":1}\n']);
});
