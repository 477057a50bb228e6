import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import { BARS, labelCell } from './bar.ts';

/** A time series drawn as one line of text. */
interface TimeBand {
  readonly label: string;
  /** Values of equal steps, from 0 to 1 (full height). Null if there is nothing to measure. */
  readonly levels: readonly (number | null)[];
}

/** One line for each band, with a shared time axis below. */
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

/** The columns that labels leave for the time: 60 in a page of 80. */
export function timeWidth(columns: number): number {
  return columns - LABEL_WIDTH - 5;
}

/** Draws a band in this many columns. */
export function bandSigns(levels: TimeBand['levels'], width: number): string {
  return highestLevels(levels, width).map(sign).join('');
}

/** Each column shows the highest of its steps, so that spikes are visible. */
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

/** Tick distances that people are used to. */
const TICKS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 61, 91, 182, 365, 730, 1825].map((days) => days * DAY_MS),
];
const TICK_WIDTH = 10;

/** A label starts at the column of its time. */
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
    // A label is left out if it would overlap the one before it, or the end.
    if ((line === '' || column > line.length) && column + words.length <= width)
      line = `${line.padEnd(column)}${words}`;
  }
  return line;
}

/** `2 Mar`, `Mar 2026`, `06:00` or `06:00:30`. Midnight shows the day. */
function tickWords(localMs: number, everyMs: number): string {
  const [, day, month, year] = new Date(localMs).toUTCString().split(' ') as [string, string, string, string];
  if (everyMs >= 61 * DAY_MS) return `${month} ${year}`;
  if (localMs % DAY_MS === 0) return `${Number(day)} ${month}`;
  return new Date(localMs).toISOString().slice(11, everyMs < MINUTE_MS ? 19 : 16);
}
