import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { Zone } from '../../workload/index.ts';

/** How activity repeats: at a fixed interval, or by the clock at a minute of each hour or each day. */
export type Period =
  | { readonly kind: 'every'; readonly ms: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number };

/** The period of activity that starts at these times. Null if it has none. */
export function periodOf(startsMs: readonly number[], zone: Zone): Period | null {
  return byTheClock(startsMs, zone) ?? evenly(startsMs);
}

/** Whether two periods are the same within the tolerance. */
export function isSamePeriod(a: Period, b: Period): boolean {
  if (a.kind === 'every' && b.kind === 'every') return Math.abs(a.ms - b.ms) <= toleranceMs(a.ms);
  return JSON.stringify(a) === JSON.stringify(b);
}

const LEAST_GAPS = 5;
/** This share of the gaps has to be close to the median, or to a small multiple of it if some runs are missing. */
const LEAST_SHARE = 0.75;
const MOST_LEFT_OUT = 4;

function evenly(startsMs: readonly number[]): Period | null {
  const gaps = gapsOf(startsMs);
  if (gaps.length < LEAST_GAPS) return null;
  const ms = gaps.slice().sort((a, b) => a - b)[gaps.length >> 1] as number;
  if (ms < SECOND_MS) return null;
  const fits = gaps.filter((gap) => {
    const times = Math.min(Math.max(1, Math.round(gap / ms)), MOST_LEFT_OUT);
    return Math.abs(gap - times * ms) <= toleranceMs(ms);
  });
  if (fits.length < LEAST_SHARE * gaps.length) return null;
  const mean =
    fits.reduce((sum, gap) => sum + gap, 0) /
    fits.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / ms)), 0);
  return {
    kind: 'every',
    ms: mean < MINUTE_MS ? Math.round(mean / 100) * 100 : Math.round(mean / SECOND_MS) * SECOND_MS,
  };
}

/** A tenth of the period, because polls wait for their answers and timers are late. */
function toleranceMs(ms: number): number {
  return ms / 10;
}

const LEAST_STARTS = 3;
/** How late a job may start after its minute. */
const LATE_MS = 90 * SECOND_MS;

/** The period of a cron job: runs are at least about an hour apart, and always in the same minute. */
function byTheClock(startsMs: readonly number[], zone: Zone): Period | null {
  if (startsMs.length < LEAST_STARTS || gapsOf(startsMs).some((gap) => gap < HOUR_MS - LATE_MS)) return null;
  const first = zone.localMs(startsMs[0] as number);
  const off = (periodMs: number) =>
    startsMs.map((ms) => {
      const apart = zone.localMs(ms) - first;
      return apart - Math.round(apart / periodMs) * periodMs;
    });
  const within = (periodMs: number) => {
    const all = off(periodMs);
    const least = Math.min(...all);
    return Math.max(...all) - least <= LATE_MS ? least : null;
  };
  const daily = within(DAY_MS);
  const hourly = daily ?? within(HOUR_MS);
  if (hourly === null) return null;
  // The earliest run is the closest to its minute.
  const minuteOfDay = Math.floor(((((first + hourly) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
  const minute = minuteOfDay % 60;
  return daily === null
    ? { kind: 'hourly', minute }
    : { kind: 'daily', hour: Math.floor(minuteOfDay / 60), minute };
}

function gapsOf(startsMs: readonly number[]): number[] {
  return startsMs.slice(1).map((ms, at) => ms - (startsMs[at] as number));
}
