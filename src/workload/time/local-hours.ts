import { DAY_MS } from '../../facts/index.ts';
import type { Zone } from './zone.ts';

/** Hours of local time on some days of the week; 0 is Sunday. */
export interface LocalHours {
  readonly days: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
}

export function isWithinHours({ days, fromMs, toMs }: LocalHours, localMs: number): boolean {
  const day = Math.floor(localMs / DAY_MS);
  const timeMs = localMs - day * DAY_MS;
  return timeMs >= fromMs && timeMs < toMs && days.includes(weekdayOf(day));
}

/** How much of a time span is within the hours. */
export function lengthWithin(
  { days, fromMs, toMs }: LocalHours,
  zone: Zone,
  sinceUtcMs: number,
  untilUtcMs: number,
): number {
  let lengthMs = 0;
  const last = Math.floor(zone.localMs(untilUtcMs) / DAY_MS);
  for (let day = Math.floor(zone.localMs(sinceUtcMs) / DAY_MS); day <= last; day++) {
    if (!days.includes(weekdayOf(day))) continue;
    const opens = Math.max(sinceUtcMs, zone.utcMs(day * DAY_MS + fromMs));
    const closes = Math.min(untilUtcMs, zone.utcMs(day * DAY_MS + toMs));
    lengthMs += Math.max(0, closes - opens);
  }
  return lengthMs;
}

/** The weekday of a day counted from 1 January 1970, which was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
