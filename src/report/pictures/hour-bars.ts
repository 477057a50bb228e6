import { brokenLines } from '../page/wrap.ts';

/** A row of 24 characters, one for each hour from midnight, with a label before it. */
interface HourRow {
  readonly label: string;
  readonly signs: readonly string[];
}

/**
 * Draws rows of the 24 hours of a day, and the hours below. An hour has up to three columns, and the third is a gap.
 * Labels go above their rows if they leave too little room.
 */
export function hourBars(rows: readonly HourRow[], columns: number): string[] {
  const labelWidth = Math.max(...rows.map(({ label }) => label.length));
  const beside = hourWidth(columns - labelWidth);
  const above = labelWidth > 0 && beside < 1;
  const width = Math.min(MOST_WIDTH, above ? hourWidth(columns) : beside);
  const indent = above ? 0 : labelWidth;
  const axis = Array.from({ length: 8 }, (_, i) => String(i * 3).padEnd(3 * width)).join('');
  return [
    ...rows.flatMap(({ label, signs }) => {
      const bars = signs.map((sign) => `${sign.repeat(width === 3 ? 2 : width)}${width === 3 ? ' ' : ''}`);
      const row = `${above ? '' : label.padEnd(indent)}|${bars.join('')}|`;
      return above ? [...brokenLines(label.trim(), columns), row] : [row];
    }),
    `${' '.repeat(indent + 1)}${axis.trimEnd()}`,
  ];
}

const MOST_WIDTH = 3;

function hourWidth(columns: number): number {
  return Math.floor((columns - 2) / 24);
}
