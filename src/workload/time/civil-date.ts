import { DAY_MS } from '../../facts/index.ts';

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The date of a day, counted from 1 January 1970. */
export function civilDate(dayNumber: number): CivilDate {
  const date = new Date(dayNumber * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** For example `2026-03-29`. The date is UTC or local, as the instant is. */
export function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The first instant of the next month in UTC. */
export function nextMonthMs(utcMs: number): number {
  const date = new Date(utcMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
