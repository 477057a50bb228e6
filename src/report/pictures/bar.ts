/** A bar of text, in eighths of a column. Any share above 0 is visible. */
export function bar(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.min(width * 8, Math.round(share * width * 8)));
  return `${'█'.repeat(Math.floor(eighths / 8))}${PARTS[eighths % 8]}`;
}

const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The levels of a line, from nothing to full height. */
export const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Cuts a label that is too long, and marks the cut. */
export function labelCell(label: string, width: number): string {
  return (label.length <= width ? label : `${label.slice(0, width - 1)}…`).padEnd(width);
}
