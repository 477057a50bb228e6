import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import { BARS, labelCell } from './bar.ts';

/** What changes over a time, drawn in one line of text. */
interface TimeBand {
  readonly label: string;
  /** Of steps of one length, from 0 to 1 where 1 is as high as the line; null: there is nothing to measure. */
  readonly levels: readonly (number | null)[];
}

/** One line for each band, and the time that they share below. */
export function timeBands(
  bands: readonly TimeBand[],
  fromLocalMs: number,
  lengthMs: number,
  columns: number,
): string[] {
  const width = timeWidth(columns);
  return [
    ...bands.map(({ label, levels }) => `${labelCell(label, LABEL_WIDTH)} |${bandSigns(levels, width)}|`),
    `${' '.repeat(LABEL_WIDTH + 2)}${timeAxis(fromLocalMs, lengthMs, width)}`.trimEnd(),
  ];
}

const LABEL_WIDTH = 13;

/** The columns that are left for the time beside the labels: 60 in a page of 80. */
export function timeWidth(columns: number): number {
  return columns - LABEL_WIDTH - 5;
}

/** What a band looks like in so many columns. */
export function bandSigns(levels: TimeBand['levels'], width: number): string {
  return highestLevels(levels, width).map(sign).join('');
}

/** A column shows the highest of the steps that it stands for: what comes in spikes is seen. */
function highestLevels(levels: TimeBand['levels'], width: number): (number | null)[] {
  const { length } = levels;
  return Array.from({ length: width }, (_, i) => {
    const first = Math.floor((i * length) / width);
    const end = Math.max(first + 1, Math.floor(((i + 1) * length) / width));
    const known = levels.slice(first, end).filter((level) => level !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}

function sign(level: number | null): string {
  if (level === null) return NOTHING;
  return BARS[Math.max(0, Math.min(BARS.length - 1, Math.ceil(level * (BARS.length - 1))))] as string;
}

const NOTHING = '·';

/** Distances that people count in. */
const TICKS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 61, 91, 182, 365, 730, 1825].map((days) => days * DAY_MS),
];
const TICK_WIDTH = 10;

/** Each label begins where its time is. */
function timeAxis(fromLocalMs: number, lengthMs: number, width: number): string {
  const mostTicks = Math.max(1, Math.floor(width / TICK_WIDTH));
  const everyMs = TICKS_MS.find((ms) => lengthMs / ms <= mostTicks) ?? lengthMs;
  const dayMs = Math.floor(fromLocalMs / DAY_MS) * DAY_MS;
  const originMs = everyMs < DAY_MS || dayMs === fromLocalMs ? dayMs : dayMs + DAY_MS;
  let line = '';
  for (let i = 0; originMs + i * everyMs < fromLocalMs + lengthMs; i++) {
    const atMs = originMs + i * everyMs;
    if (atMs < fromLocalMs) continue;
    const column = Math.floor(((atMs - fromLocalMs) / lengthMs) * width);
    const words = tickWords(atMs, everyMs);
    // A label is left out where it would stand in that before it, or beyond the end.
    if ((line === '' || column > line.length) && column + words.length <= width)
      line = `${line.padEnd(column)}${words}`;
  }
  return line;
}

/** `2 Mar`, `Mar 2026`, `06:00` or `06:00:30`: a day has its name at its first instant. */
function tickWords(localMs: number, everyMs: number): string {
  const [, day, month, year] = new Date(localMs).toUTCString().split(' ') as [string, string, string, string];
  if (everyMs >= 61 * DAY_MS) return `${month} ${year}`;
  if (localMs % DAY_MS === 0) return `${Number(day)} ${month}`;
  return new Date(localMs).toISOString().slice(11, everyMs < MINUTE_MS ? 19 : 16);
}
