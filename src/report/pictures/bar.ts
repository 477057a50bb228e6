/** A bar of text, in eighths of a column; what is more than nothing is seen. */
export function bar(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.min(width * 8, Math.round(share * width * 8)));
  return `${'█'.repeat(Math.floor(eighths / 8))}${PARTS[eighths % 8]}`;
}

const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Levels of a line, from nothing to as high as it is. */
export const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** What does not fit ends in a sign that says so. */
export function labelCell(label: string, width: number): string {
  return (label.length <= width ? label : `${label.slice(0, width - 1)}…`).padEnd(width);
}
