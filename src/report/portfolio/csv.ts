/** A cell. Text comes from a file and must not act as a formula in a spreadsheet. A number is our own. */
export type CsvCell = string | number | null;

/** RFC 4180: a header, CRLF, and quotes where a cell needs them. */
export function csvTable(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take these for the start of a formula, even after white space, which they drop. */
const FORMULA = /^\s*[=+\-@\t\r]/;
