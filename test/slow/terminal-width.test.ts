import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalColumns } from '../../src/cli/terminal/terminal-columns.ts';
import { type PageBlock, renderPage } from '../../src/report/index.ts';
import { textTable } from '../../src/report/page/text-table.ts';
import { run } from '../cli/run.ts';

const WIDTHS = Array.from({ length: 161 }, (_, i) => 40 + i);
/** The shortest path whose command fits 40 columns: lines to paste are never broken. */
const WEEK = 'week.jsonl';
const CHANGE = ['--current', '0.25-2, 5m'];
const NARROW = ['--lowest', '0.5', '--highest', '4', '--timeouts', '5m,off'];

const METERED = 'metered.json';
/** The first two days of a week, because each answer is asked for at many widths. */
const text = readFileSync('scenarios/traces/office-week.jsonl', 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('[') || JSON.parse(line)[0] < Date.UTC(2026, 2, 4))
  .join('\n');
const files: Record<string, string> = {
  [WEEK]: text,
  [METERED]: readFileSync('scenarios/actuals/office-week-consumption.json', 'utf8'),
  'few/a-database-with-a-long-name.jsonl': text,
  'few/b.jsonl': text,
};

describe('the width of answers', () => {
  test.each([
    [undefined, undefined, 80],
    [undefined, 0, 80],
    [undefined, 132, 132],
    [undefined, 45, 45],
    [undefined, 10, 20],
    [undefined, 999, 200],
    ['100', undefined, 100],
    ['100', 132, 100],
    ['45', 132, 45],
    ['10', 132, 20],
    ['9999', 132, 200],
    ['wide', 132, 132],
    ['', 132, 132],
  ])('COLUMNS %s on a terminal of %s is %s', (variable, screen, columns) => {
    expect(terminalColumns(variable, screen)).toBe(columns);
  });
});

describe('no line is wider than the terminal, of any width from 40 to 200', () => {
  const reports = readdirSync('reports', { withFileTypes: true }).filter((one) => one.isDirectory());
  test.each(reports.map(({ name }) => name))('in the report %s', (name) => {
    const { page } = JSON.parse(readFileSync(`reports/${name}/result.json`, 'utf8')) as { page: PageBlock[] };
    // A document has drawings of 80 columns, and a page draws its own.
    const words = page.filter(({ kind }) => kind !== 'picture');
    for (const width of WIDTHS) expectWithin(renderPage(words, 'text', width), width);
  });

  test.each([
    ['plan', WEEK, ...CHANGE, ...NARROW],
    ['compare', WEEK, ...CHANGE, '--set', 'max=4'],
    ['policies', WEEK],
    ['incident', WEEK, ...CHANGE, '--at', '2026-03-03T10:00:00'],
    ['check', WEEK, ...CHANGE, '--actual', METERED],
    ['simulate', WEEK],
    ['plan', 'few', ...NARROW],
    ['trace', 'inspect', WEEK],
    ['trace', 'awake', WEEK],
    ['trace', 'fit', WEEK, '-o', 'fitted.yaml'],
    ['sizes'],
    ['sizes', '--min', '0.25', '--max', '4'],
    ['statechart', '--table'],
  ])('in the answer of %s %s', async (...args) => {
    const hasDrawings = /[▁-█░]/.test((await run(args, files)).out);
    for (const columns of [40, 47, 60, 71, 80, 132, 200]) {
      const { out } = await run(args, files, { columns });
      expectWithin(out, columns);
      expect(out).not.toContain('left out: it needs');
      expect(/[▁-█░]/.test(out)).toBe(hasDrawings);
    }
    const { out } = await run(args, files, { columns: 39 });
    expect(out).not.toMatch(/[▁-█░]/);
    expect(/left out: it needs\s+40/.test(out)).toBe(hasDrawings);
  });

  test('in tables of all kinds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', '-', '1', ' '), maxLength: 90 });
    const column = fc.record(
      {
        title: fc.constantFrom('', 'name', 'what it costs a month'),
        align: fc.constantFrom('left', 'right'),
      },
      { requiredKeys: ['title', 'align'] },
    ) as fc.Arbitrary<{ title: string; align: 'left' | 'right'; width?: number }>;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(column, fc.option(fc.integer({ min: 8, max: 40 }))), {
          minLength: 1,
          maxLength: 9,
        }),
        fc.array(fc.array(word, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 20, max: 200 }),
        (columns, rows, width) => {
          const all = columns.map(([one, wide]) => (wide === null ? one : { ...one, width: wide }));
          const text = textTable(all, rows, width);
          expectWithin(text, width);
          // No text of a cell is lost.
          const letters = (from: string) => from.replaceAll(/[^a1]/g, '').length;
          const said = rows.flatMap((row) => row.slice(0, all.length)).join('');
          expect(letters(text)).toBeGreaterThanOrEqual(letters(said));
        },
      ),
    );
  });
});

test.each([
  [60, 'plan'],
  [80, 'plan'],
  [200, 'plan'],
  [60, 'compare'],
])('the flags in help have %s columns: %s', async (columns, command) => {
  const { out } = await run([command, '--help'], {}, { columns });
  const flags = out.slice(out.indexOf('Common:'), out.indexOf('-h, --help'));
  expect(flags).toContain('--format');
  expectWithin(flags, columns);
  const widest = Math.max(...flags.split('\n').map(({ length }) => length));
  expect(widest).toBeGreaterThan(Math.min(columns, 100) - 15);
});

test('a table uses the width of a wide terminal, and paragraphs do not', () => {
  const long = 'some words that are repeated again and again '.repeat(4).trim();
  const columns = [{ title: 'what', align: 'left' as const, width: 30 }];
  const page: PageBlock[] = [
    { kind: 'paragraph', text: long },
    { kind: 'table', columns, rows: [[long]] },
  ];
  const widest = (width: number, of: number) =>
    Math.max(
      ...(renderPage(page, 'text', width).split('\n\n')[of] ?? '').split('\n').map(({ length }) => length),
    );
  expect(widest(80, 1)).toBeLessThanOrEqual(30);
  expect(widest(200, 1)).toBe(long.length);
  expect(widest(200, 0)).toBeLessThanOrEqual(80);
  expect(widest(60, 0)).toBeLessThanOrEqual(60);
});

function expectWithin(text: string, width: number): void {
  expect(text.split('\n').filter((line) => [...line].length > width)).toEqual([]);
}
