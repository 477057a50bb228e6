import { DAY_MS, HOUR_MS, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import type { BoundProfile } from './profile.ts';

/** A factor that grows each day, and by `perMonth` in a month of 31 days. */
export function growthProfile(perMonth: number, startMs: number): BoundProfile {
  const perDay = (1 + perMonth) ** (DAY_MS / (QUOTED_MONTH_HOURS * HOUR_MS));
  return (utcMs) => {
    const day = Math.floor((utcMs - startMs) / DAY_MS);
    return { value: perDay ** day, untilMs: startMs + (day + 1) * DAY_MS };
  };
}
