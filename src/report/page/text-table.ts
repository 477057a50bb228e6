import { brokenLines, TEXT_WIDTH } from './wrap.ts';

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** The width at which cells wrap, in text of 80 columns. */
  readonly width?: number;
  /** Whether words longer than the width are cut. */
  readonly isCut?: boolean;
}

type Rows = readonly (readonly string[])[];

/**
 * Draws a table with two spaces between columns and no border. Beyond 80 columns, wrapped columns become wider. If not
 * all columns fit, each row becomes a list of its cells.
 */
export function textTable(columns: readonly TableColumn[], rows: Rows, width = TEXT_WIDTH): string {
  const lines = tableLines(columns, rows);
  const spare = width - longest(lines);
  if (spare === 0 || (spare > 0 && width <= TEXT_WIDTH)) return lines.join('\n');
  const fitted = tableLines(spare > 0 ? widened(columns, rows, spare) : narrowed(columns, rows, width), rows);
  return (fitted.some(({ length }) => length > width) ? rowLists(columns, rows, width) : fitted).join('\n');
}

function tableLines(columns: readonly TableColumn[], rows: Rows): string[] {
  const lines = [columns.map(({ title }) => title), ...rows].flatMap((row) => linesOf(columns, row));
  const widths = columns.map((_, i) => longest(lines.map((cells) => cells[i] ?? '')));
  return lines.map((cells) =>
    columns
      .map(({ align }, i) => pad(cells[i] ?? '', widths[i] as number, align))
      .join(GAP)
      .trimEnd(),
  );
}

/** A table may have more rows than a call can have arguments. */
function longest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

const GAP = '  ';

/** Widens the column that lacks the most, one character at a time, until none lacks any. */
function widened(columns: readonly TableColumn[], rows: Rows, spare: number): TableColumn[] {
  const unwrapped = unwrappedWidths(columns, rows);
  const widths = columns.map((column, i) => column.width ?? (unwrapped[i] as number));
  for (let left = spare; left > 0; left--) {
    const lacking = widths.map((width, i) => (unwrapped[i] as number) - width);
    const most = Math.max(...lacking);
    if (most <= 0) break;
    const at = lacking.indexOf(most);
    widths[at] = (widths[at] as number) + 1;
  }
  return columns.map((column, i) =>
    column.width === undefined ? column : { ...column, width: widths[i] as number },
  );
}

/** Narrows the widest column first, but never so far that a word would break. */
function narrowed(columns: readonly TableColumn[], rows: Rows, width: number): TableColumn[] {
  const least = columns.map(({ title, isCut = false }, i) =>
    isCut
      ? Math.max(LEAST_CUT, longestWord(title))
      : longest(cellsOf(title, rows, i).flatMap((cell) => cell.split(' '))),
  );
  const widths = unwrappedWidths(columns, rows).map((whole, i) =>
    Math.min(whole, columns[i]?.width ?? whole),
  );
  const room = width - GAP.length * (columns.length - 1);
  while (widths.reduce((sum, one) => sum + one, 0) > room) {
    const slack = widths.map((one, i) => (one > (least[i] as number) ? one : 0));
    const most = Math.max(...slack);
    if (most === 0) break;
    const at = slack.indexOf(most);
    widths[at] = (widths[at] as number) - 1;
  }
  return columns.map((column, i) => ({ ...column, width: widths[i] as number }));
}

const LEAST_CUT = 8;

/** The width of each column if no cell wraps. */
function unwrappedWidths(columns: readonly TableColumn[], rows: Rows): number[] {
  return columns.map(({ title }, i) => longest(cellsOf(title, rows, i)));
}

function cellsOf(title: string, rows: Rows, i: number): string[] {
  return [title, ...rows.map((row) => row[i] ?? '')];
}

function longestWord(text: string): number {
  return longest(text.split(' '));
}

/** A line for each cell, after the title of its column. */
function rowLists(columns: readonly TableColumn[], rows: Rows, width: number): string[] {
  const titleWidth = Math.min(
    MOST_OF_TITLE,
    Math.floor(width / 3),
    Math.max(...columns.map(({ title }) => title.length)),
  );
  const indent = titleWidth + GAP.length;
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : ['']),
    ...columns.flatMap(({ title }, i) => {
      const cell = row[i] ?? '';
      if (cell === '') return [];
      const lines = brokenLines(cell, width - indent).flatMap((line) => cutLine(line, width - indent));
      const titles = brokenLines(title, titleWidth).flatMap((line) => cutLine(line, titleWidth));
      return Array.from({ length: Math.max(lines.length, titles.length) }, (_, k) =>
        `${(titles[k] ?? '').padEnd(titleWidth)}${GAP}${lines[k] ?? ''}`.trimEnd(),
      );
    }),
  ]);
}

const MOST_OF_TITLE = 20;

export function markdownTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${columns
      .map((_, i) =>
        plainMarkdown(cells[i] ?? '')
          .replace(/\s+/g, ' ')
          .replaceAll('|', '\\|'),
      )
      .join(' | ')} |`;
  const rule = `| ${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join(' | ')} |`;
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join('\n');
}

/** Escapes Markdown. Names come from outside, and must not act as markup. */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[<~]/g, (sign, at: number) =>
    isWithinWord(sign, text[at - 1], text[at + 1]) ? sign : `\\${sign}`,
  );
}

/** Keeps `max_conn` and `<0.01` as they are. */
function isWithinWord(sign: string, before = '', behind = ''): boolean {
  if (sign === '_') return /\w/.test(before) && /[^\W_]/.test(behind) && before !== '_';
  return sign === '<' && /[\d\s]/.test(behind);
}

export function rightColumns(...titles: readonly string[]): TableColumn[] {
  return titles.map((title) => ({ title, align: 'right' }));
}

function linesOf(columns: readonly TableColumn[], row: readonly string[]): string[][] {
  const cells = columns.map(({ width, isCut = false }, i) => {
    if (width === undefined) return [row[i] ?? ''];
    const lines = brokenLines(row[i] ?? '', width);
    return isCut ? lines.flatMap((line) => cutLine(line, width)) : lines;
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) => cells.map((lines) => lines[i] ?? ''));
}

/** Cuts after a separator if there is one, otherwise anywhere. */
function cutLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const start = line.slice(0, width);
  const at = Math.max(...['-', '_', '.', '/', ' '].map((sign) => start.lastIndexOf(sign))) + 1 || width;
  return [line.slice(0, at).trimEnd(), ...cutLine(line.slice(at), width)];
}

function pad(cell: string, width: number, align: TableColumn['align']): string {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}
