import { brokenLines } from './wrap.ts';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** In text, wider cells go on in further lines. */
  readonly width?: number;
  /** Words that are wider are cut. */
  readonly isCut?: boolean;
}

/** Columns as wide as their widest cell, two spaces between them, no border. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows].flatMap((row) => linesOf(columns, row));
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => (cells[i] ?? '').length)));
  return lines
    .map((cells) =>
      columns
        .map(({ align }, i) => pad(cells[i] ?? '', widths[i] as number, align))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
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

/** Text as Markdown shows it: names come from outside, and what would be markup in them is none. */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[<~]/g, (sign, at: number) =>
    isWithinWord(sign, text[at - 1], text[at + 1]) ? sign : `\\${sign}`,
  );
}

/** `max_conn` stays as it is, and so does `<0.01`. */
function isWithinWord(sign: string, before = '', behind = ''): boolean {
  if (sign === '_') return /\w/.test(before) && /[^\W_]/.test(behind) && before !== '_';
  return sign === '<' && /[\d\s]/.test(behind);
}

export function rightColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, align: 'right' }));
}

function linesOf(columns: readonly Column[], row: readonly string[]): string[][] {
  const cells = columns.map(({ width, isCut = false }, i) => {
    if (width === undefined) return [row[i] ?? ''];
    const lines = brokenLines(row[i] ?? '', width);
    return isCut ? lines.flatMap((line) => cutLine(line, width)) : lines;
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) => cells.map((lines) => lines[i] ?? ''));
}

/** Behind a sign that parts words, where there is one; otherwise anywhere. */
function cutLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const start = line.slice(0, width);
  const at = Math.max(...['-', '_', '.', '/', ' '].map((sign) => start.lastIndexOf(sign))) + 1 || width;
  return [line.slice(0, at).trimEnd(), ...cutLine(line.slice(at), width)];
}

function pad(cell: string, width: number, align: Column['align']): string {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}
