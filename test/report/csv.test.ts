import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type CsvCell, csvTable } from '../../src/report/portfolio/csv.ts';

const HEADER = ['name', 'value'];
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
  const row: CsvCell[] = [-9.98, null];
  expect(csvTable(HEADER, [row, ['-1', '=1+1'], ['a "b", c', ' @x']])).toBe(
    'name,value\r\n-9.98,\r\n\'-1,\'=1+1\r\n"a ""b"", c",\' @x\r\n',
  );
});
