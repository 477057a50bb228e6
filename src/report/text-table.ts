export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Columns as wide as their widest cell, two spaces between them, no border. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, i) => pad(cells[i] ?? '', widths[i] as number, align))
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join('\n');
}

export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, align: Column['align']): string {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}
