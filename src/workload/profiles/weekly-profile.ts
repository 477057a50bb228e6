import { DAY_MS, HOUR_MS } from '../../facts/index.ts';
import type { Zone } from '../time/zone.ts';
import type { BoundProfile } from './profile.ts';

export const WEEK_HOURS = 168;

/** The value of the current local hour of the week. */
export function weeklyProfile(hours: readonly number[], zone: Zone): BoundProfile {
  return (utcMs) => {
    const localMs = zone.localMs(utcMs);
    const nextMs = utcMs + HOUR_MS - (localMs - Math.floor(localMs / HOUR_MS) * HOUR_MS);
    return {
      value: hours[hourOfWeek(localMs)] as number,
      untilMs: Math.min(nextMs, zone.offsetUntilMs(utcMs)),
    };
  };
}

/** The hour of the week of a local time, from 0 on Sunday at midnight. */
export function hourOfWeek(localMs: number): number {
  const hours = Math.floor(localMs / HOUR_MS) + (4 * DAY_MS) / HOUR_MS;
  return ((hours % WEEK_HOURS) + WEEK_HOURS) % WEEK_HOURS;
}
