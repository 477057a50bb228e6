import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneScreen, type PageBlock, renderPage, SCREEN_LINES } from '../../src/report/index.ts';

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 25 })
  .map((all) => all.join(' '));
const cells = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 2, maxLength: 2 });
const block: fc.Arbitrary<PageBlock> = fc.oneof(
  words.map((text): PageBlock => ({ kind: 'paragraph', text })),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((texts): PageBlock => ({ kind: 'notes', texts })),
  fc
    .array(words, { minLength: 1, maxLength: 40 })
    .map((texts): PageBlock => ({ kind: 'list', title: 'A list:', items: texts.map((text) => ({ text })) })),
  fc.array(cells, { minLength: 1, maxLength: 60 }).map(
    (rows): PageBlock => ({
      kind: 'table',
      columns: [
        { title: 'one', align: 'left' },
        { title: 'other', align: 'right' },
      ],
      rows,
    }),
  ),
);

test('any page fits on one screen, in order, and ends with how to see the rest', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (page) => {
      const shown = oneScreen(page, 'More: this way.');
      const lines = renderPage(shown, 'text').split('\n');
      expect(lines.length).toBeLessThanOrEqual(SCREEN_LINES);
      expect(lines.at(-1)).toBe('More: this way.');
      const kinds = page.map(({ kind }) => kind).join(' ');
      const order = shown.slice(0, -1).map(({ kind }) => kind);
      expect(kinds).toMatch(new RegExp(order.join('.*')));
    }),
  );
});

test('a page that fits is shown whole, except for its notes', () => {
  const page: PageBlock[] = [
    { kind: 'paragraph', text: 'One.' },
    { kind: 'notes', texts: ['A note.'] },
    { kind: 'list', title: 'A list:', items: [{ text: 'a' }, { text: 'b' }] },
  ];
  expect(oneScreen(page, 'More.')).toEqual([page[0], page[2], { kind: 'paragraph', text: 'More.' }]);
});

test('a table and a list that are too long say how much is left out', () => {
  const rows = Array.from({ length: 100 }, (_, i) => [`row ${i}`, '1']);
  const columns = [
    { title: 'one', align: 'left' as const },
    { title: 'other', align: 'right' as const },
  ];
  const table = renderPage(oneScreen([{ kind: 'table', columns, rows }], 'More.'), 'text').split('\n');
  expect(table).toHaveLength(SCREEN_LINES);
  // The other three are the head, the empty line and the last line.
  expect(table.slice(-4, -2)).toEqual(['row 25       1', '74 more']);
  const items = Array.from({ length: 100 }, (_, i) => ({ text: `item ${i}` }));
  const list = renderPage(oneScreen([{ kind: 'list', title: 'All:', items }], 'More.'), 'text').split('\n');
  expect(list.slice(-4, -2)).toEqual(['  - item 25', '  - and 74 more']);
});

test('a section that a flag asked for is shown whole, whatever its length', () => {
  const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);
  const shown = renderPage(oneScreen([], 'More.', [{ kind: 'picture', lines }]), 'text').split('\n');
  expect(shown).toHaveLength(52);
});
