import type { TableCell } from './portfolio-cells.ts';

/** A row as RFC 4180 has it: CRLF, and quotes where a cell needs them. */
export function csvRow(cells: readonly TableCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Text from a file must not act as a formula in a spreadsheet. */
function csvCell(value: TableCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take these for the start of a formula, even after white space, which they drop. */
const FORMULA = /^\s*[=+\-@\t\r]/;
