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

/** Whether two ranges of hours have an instant of the week in common. */
export function overlap(one: LocalHours, other: LocalHours): boolean {
  return (
    one.fromMs < other.toMs && other.fromMs < one.toMs && one.days.some((day) => other.days.includes(day))
  );
}

/** How much of a time span is within the hours. */
export function lengthWithin(hours: LocalHours, zone: Zone, sinceUtcMs: number, untilUtcMs: number): number {
  let lengthMs = 0;
  for (const { opensMs, closesMs } of openings(hours, zone, sinceUtcMs, untilUtcMs))
    lengthMs += Math.max(0, Math.min(untilUtcMs, closesMs) - Math.max(sinceUtcMs, opensMs));
  return lengthMs;
}

/** The instants after the start of a time span, and before its end, at which the hours begin or end. */
export function startsAndEnds(
  hours: LocalHours,
  zone: Zone,
  sinceUtcMs: number,
  untilUtcMs: number,
): number[] {
  return openings(hours, zone, sinceUtcMs, untilUtcMs)
    .flatMap(({ opensMs, closesMs }) => [opensMs, closesMs])
    .filter((utcMs) => utcMs > sinceUtcMs && utcMs < untilUtcMs);
}

/** The hours of each day that a time span touches. */
function openings(
  { days, fromMs, toMs }: LocalHours,
  zone: Zone,
  sinceUtcMs: number,
  untilUtcMs: number,
): { readonly opensMs: number; readonly closesMs: number }[] {
  const all: { readonly opensMs: number; readonly closesMs: number }[] = [];
  const last = Math.floor(zone.localMs(untilUtcMs) / DAY_MS);
  for (let day = Math.floor(zone.localMs(sinceUtcMs) / DAY_MS); day <= last; day++) {
    if (!days.includes(weekdayOf(day))) continue;
    all.push({ opensMs: zone.utcMs(day * DAY_MS + fromMs), closesMs: zone.utcMs(day * DAY_MS + toMs) });
  }
  return all;
}

/** The weekday of a day counted from 1 January 1970, which was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
