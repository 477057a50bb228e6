import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, joined, latin1Of, textOf } from '../../src/trace/reading/bytes.ts';

const texts = fc.array(fc.integer({ max: 0xffff, min: 0 })).map((units) => String.fromCharCode(...units));

test('bytes become the same text as in Node, whether or not they are UTF-8', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), texts.map(bytesOf)), (bytes) => {
      expect(textOf(bytes)).toBe(Buffer.from(bytes).toString('utf8'));
      expect(latin1Of(bytes)).toBe(Buffer.from(bytes).toString('latin1'));
    }),
  );
});

test('a byte order mark stays in the text', () => {
  expect(textOf(Uint8Array.of(0xef, 0xbb, 0xbf, 97))).toBe('\ufeffa');
});

test('texts of any length become the same bytes as in Node', () => {
  const longs = [1 << 17, (1 << 17) + 1].flatMap((length) => ['a', '€'].map((one) => one.repeat(length)));
  fc.assert(
    fc.property(texts, (text) => {
      expect([...bytesOf(text)]).toEqual([...Buffer.from(text)]);
    }),
  );
  for (const text of longs) expect(Buffer.from(text).equals(bytesOf(text))).toBe(true);
});

test('bytes of one text stay when another is encoded, and joined bytes when their pieces change', () => {
  const first = bytesOf('one');
  const all = joined([first, bytesOf('two')]);
  first.fill(0);
  expect(textOf(all)).toBe('onetwo');
  const alone = joined([all]);
  all.fill(0);
  expect(textOf(alone)).toBe('onetwo');
});
