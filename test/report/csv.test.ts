import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvRow } from '../../src/report/portfolio/table/csv.ts';
import type { TableCell } from '../../src/report/portfolio/table/portfolio-cells.ts';

const HEADER = ['name', 'value'];
const csvTable = (header: readonly string[], rows: readonly (readonly TableCell[])[]) =>
  [header, ...rows].map(csvRow).join('');
const read = (text: string) => Papa.parse<string[]>(text, { newline: '\r\n' }).data.slice(0, -1);

test('a written table is read back the same, except for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (rows) => {
      const back = read(csvTable(HEADER, rows));
      expect(
        back.slice(1).map((cells) => cells.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r])/, ''))),
      ).toEqual(rows.map((cells) => cells.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r])/, ''))));
      for (const cell of back.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
    }),
  );
});

test('numbers stay numbers, and an empty cell stays empty', () => {
  const row: TableCell[] = [-9.98, null];
  expect(csvTable(HEADER, [row, ['-1', '=1+1'], ['a "b", c', ' @x']])).toBe(
    'name,value\r\n-9.98,\r\n\'-1,\'=1+1\r\n"a ""b"", c",\' @x\r\n',
  );
});
