import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../facts/index.ts';
import type { WrittenTime } from './written-date.ts';

/** The order of dates that end with the year: `3/29/2026` or `29/3/2026`. */
export const DAY_ORDERS = ['month-first', 'day-first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/**
 * Reads `3/29/2026 2:30 PM` and `29.03.2026 14:30:05`. A time without a zone is local. False if it is no such time.
 */
export function readDayMonth(text: string, order: DayOrder | null, written: WrittenTime): boolean {
  const found = DATE.exec(text);
  if (found === null) return false;
  const [, first, mark, second, year, hour = '0', minute = '0', seconds = '0', fraction = '', half, zone] =
    found;
  // In dates with points the day always comes first.
  const isDayFirst = mark === '.' || order === 'day-first';
  if (order === null && mark !== '.') return false;
  const [day, month] = (isDayFirst ? [first, second] : [second, first]).map(Number) as [number, number];
  const dayMs = Date.UTC(Number(year), month - 1, day);
  // Date.UTC moves a day that the month does not have into the next month.
  if (month < 1 || month > 12 || new Date(dayMs).getUTCDate() !== day) return false;
  const hours = hourOf(Number(hour), half?.toLowerCase());
  if (hours === null || Number(minute) > 59 || Number(seconds) > 60) return false;
  written.ms =
    dayMs +
    hours * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    Math.floor(Number(`0.${fraction}0`) * 1000) -
    offsetMs(zone);
  written.isLocal = zone === undefined;
  return true;
}

/**
 * The order that can read more of the cells. `either` if both read equally many but differ. Null if neither reads any.
 */
export function dayOrderOf(cells: Iterable<string>): DayOrder | 'either' | null {
  const counts = { 'month-first': 0, 'day-first': 0 };
  let isSame = true;
  let hasPoints = false;
  for (const cell of cells) {
    const [american, other] = DAY_ORDERS.map((order) => timeIn(cell, order));
    if (american !== null) counts['month-first']++;
    if (other !== null) counts['day-first']++;
    isSame &&= american === other;
    hasPoints ||= POINTS.test(cell);
  }
  if (counts['month-first'] === 0 && counts['day-first'] === 0) return null;
  if (counts['month-first'] === counts['day-first'] && !isSame) return 'either';
  const lead = counts['month-first'] - counts['day-first'];
  return lead > 0 || (lead === 0 && !hasPoints) ? 'month-first' : 'day-first';
}

const POINTS = /^\s*\d{1,2}\./;

const DATE =
  /^\s*(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s?([ap]m))?(?:\s?(Z|UTC|[+-]\d{2}:?\d{2}))?)?\s*$/i;

function timeIn(cell: string, order: DayOrder): number | null {
  const written = { ms: 0, isLocal: false };
  return readDayMonth(cell, order, written) ? written.ms : null;
}

/** `12 AM` is midnight, and `12 PM` noon. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  const ms = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === '-' ? -ms : ms;
}
