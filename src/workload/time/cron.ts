import { CronExpressionParser } from 'cron-parser';
import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import { civilDate } from './civil-date.ts';
import type { Zone } from './zone.ts';

/** A cron expression in local time. */
interface Cron {
  readonly expression: string;
  /** The next run after an instant. Null if there is none within five years. */
  nextMs(afterUtcMs: number): number | null;
}

/** Says what is wrong with a cron expression. Null if it is valid. */
export function cronProblem(expression: string): string | null {
  if (expression.trim().split(/\s+/).length !== 5) return 'a cron expression has five fields';
  const bare = expression.replace(
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)\b/gi,
    '',
  );
  if (!/^[\d\s*,/-]+$/.test(bare))
    return 'only numbers, names of months and days, and * , / - are known here';
  try {
    CronExpressionParser.parse(expression);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * When clocks go forward, a skipped run takes place once, at the end of the gap. When they go back, a repeated time
 * runs only the first time, unless the expression runs in every hour.
 */
export function createCron(expression: string, zone: Zone): Cron {
  const { fields } = CronExpressionParser.parse(expression);
  const minutes = new Set<number>(fields.minute.values);
  const hours = new Set<number>(fields.hour.values);
  const months = new Set<number>(fields.month.values);
  const daysOfMonth = new Set(fields.dayOfMonth.values.map(Number));
  const daysOfWeek = new Set(fields.dayOfWeek.values.map((day) => Number(day) % 7));
  const anyDayOfMonth = fields.dayOfMonth.isWildcard;
  const anyDayOfWeek = fields.dayOfWeek.isWildcard;
  const everyHour = hours.size === 24;

  /** As in cron, one match is enough if both day fields are given. */
  const runsOn = (localDay: number): boolean => {
    const { month, day } = civilDate(localDay);
    if (!months.has(month)) return false;
    const byMonth = daysOfMonth.has(day);
    const byWeek = daysOfWeek.has((localDay + 4) % 7);
    if (anyDayOfMonth) return anyDayOfWeek || byWeek;
    return anyDayOfWeek ? byMonth : byMonth || byWeek;
  };

  const times = [...hours]
    .sort((a, b) => a - b)
    .flatMap((hour) => [...minutes].sort((a, b) => a - b).map((minute) => (hour * 60 + minute) * MINUTE_MS));

  const byLocalDay = (afterUtcMs: number): number | null => {
    const firstDay = Math.floor(zone.localMs(afterUtcMs) / DAY_MS);
    for (let day = firstDay; day < firstDay + 5 * 366; day++) {
      if (!runsOn(day)) continue;
      for (const time of times) {
        const utcMs = zone.utcMs(day * DAY_MS + time);
        if (utcMs > afterUtcMs) return utcMs;
      }
    }
    return null;
  };

  /** An expression for every hour follows real time, so that a day of 25 hours has 25 hours of runs. */
  const byRealMinute = (afterUtcMs: number): number | null => {
    let utcMs = (Math.floor(afterUtcMs / MINUTE_MS) + 1) * MINUTE_MS;
    const limit = utcMs + 5 * 366 * DAY_MS;
    while (utcMs < limit) {
      const localMs = zone.localMs(utcMs);
      const day = Math.floor(localMs / DAY_MS);
      if (!runsOn(day)) utcMs = Math.max(utcMs + MINUTE_MS, zone.utcMs((day + 1) * DAY_MS));
      else if (minutes.has(Math.floor((localMs % (60 * MINUTE_MS)) / MINUTE_MS))) return utcMs;
      else utcMs += MINUTE_MS;
    }
    return null;
  };
  return { expression, nextMs: everyHour ? byRealMinute : byLocalDay };
}
