import type { PortfolioAnswer } from '../portfolio-answer.ts';
import { csvRow } from './csv.ts';
import { portfolioCells } from './portfolio-cells.ts';

/** A row for each database, for spreadsheets and scripts. Yields the text in pieces of many rows. */
export function* portfolioCsv(answer: PortfolioAnswer): Generator<string> {
  const { columns, rows } = portfolioCells(answer);
  let text = csvRow(columns.map(({ name }) => name));
  for (const row of rows) {
    if (text.length > PIECE_LENGTH) {
      yield text;
      text = '';
    }
    text += csvRow(row);
  }
  yield text;
}

const PIECE_LENGTH = 1 << 16;
