import { describe, expect, test } from 'vitest';
import { EVERYTHING, GridRows, type SortColumn, titleAt } from '../../src/page/browser/grid/rows.ts';
import { gridData } from '../../src/page/grid/grid-data.ts';
import type { PortfolioDocument } from '../../src/picture/index.ts';
import { portfolio, portfolioPage } from './portfolios.ts';

const data = gridData(portfolio(50).result as PortfolioDocument, { before: 'tidemark plan ', after: '' });
const rows = new GridRows(data);

describe('the rows of a page about many databases', () => {
  test.each(['name', 'saving', 'costNow', 'severity', 'reasonCodes', 'project'] as SortColumn[])(
    'are sorted by %s both ways, with empty cells last, and equal ones in the order of the answer',
    (column) => {
      const cellOf = (row: number): string | number | null => {
        if (column === 'name') return titleAt(data, row);
        if (column === 'saving' || column === 'costNow') return data.costs[column][row] ?? null;
        const { values, at } = data.texts[column as 'severity'];
        const text = values[at[row] as number] as string;
        return text === '' ? null : column === 'severity' ? data.severities.indexOf(text) : text;
      };
      for (const sign of [1, -1]) {
        const expected = Array.from({ length: 50 }, (_, row) => row).sort((one, other) => {
          const [a, b] = [cellOf(one), cellOf(other)];
          if (a === b) return one - other;
          if (a === null || b === null) return a === null ? 1 : -1;
          return a < b ? -sign : sign;
        });
        expect([...rows.chosen(EVERYTHING, { column, isDescending: sign === -1 })]).toEqual(expected);
      }
    },
  );

  test('are filtered by name, severity, reason, project and tag together', () => {
    const titles = (chosen: Partial<typeof EVERYTHING>) =>
      [...rows.chosen({ ...EVERYTHING, ...chosen }, null)].map((row) => titleAt(data, row));
    expect(titles({ text: ' DB-4' }).length).toBe(11);
    expect(titles({ text: 'project-3/db-3' })).toEqual([
      'project-3/db-3',
      'project-3/db-31',
      'project-3/db-38',
    ]);
    expect(titles({ severity: 'no data' })).toEqual(['project-0/db-49']);
    expect(titles({ reason: 'never-sleeps', project: 'project-0', tags: { team: 'team-0' } })).toEqual([
      'project-0/db-0',
      'project-0/db-42',
    ]);
    expect(titles({ project: 'none' })).toEqual([]);
    expect(titles({}).length).toBe(50);
  });
});

test('a page without scripts has the first rows, and says how many there are', async () => {
  const html = await portfolioPage(500);
  expect(html.match(/<th scope="row">db-/g)?.length).toBe(40);
  expect(html).toContain('<p>These are the first 40 of 500 databases.</p>');
  expect(await portfolioPage(12)).not.toContain('These are the first');
});
