import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../facts/index.ts';
import { hourOfWeek, WEEK_HOURS, type Zone } from '../../workload/index.ts';
import type { Policy } from './policy.ts';

const WEEK_MS = 7 * DAY_MS;
/** The number of weeks that are remembered. Clients that no longer come are forgotten. */
const WEEKS = 4;
/** How long before a busy hour the compute wakes. */
const LEAD_MS = MINUTE_MS;

interface KnownWeek {
  /** For each hour of the week, the weeks in which it had activity, the latest last; the first week is 0. */
  readonly seen: readonly (readonly number[])[];
}

/**
 * Learns the busy hours of the week: those with activity in at least half of the last weeks. The compute is
 * awake from shortly before such an hour until the hour ends, or until nobody has come for an hour. In all
 * other hours it sleeps at once.
 */
export function weeklySchedule(startMs: number, zone: Zone, untilLearntMs: number): Policy<KnownWeek> {
  const hourAt = (atMs: number) => hourOfWeek(zone.localMs(startMs + atMs));
  const endOfHour = (atMs: number) => {
    const localMs = zone.localMs(startMs + atMs);
    return atMs + HOUR_MS - (localMs - Math.floor(localMs / HOUR_MS) * HOUR_MS);
  };
  const isBusy = ({ seen }: KnownWeek, nowMs: number, atMs: number) => {
    const week = Math.floor(nowMs / WEEK_MS);
    const known = Math.min(WEEKS, week);
    const times = (seen[hourAt(atMs)] as readonly number[]).filter(
      (one) => one < week && one >= week - known,
    );
    return times.length >= known / 2;
  };
  return {
    nothing: { seen: Array.from({ length: WEEK_HOURS }, () => []) },
    learn({ seen }, { fromMs, untilMs }) {
      const next = [...seen];
      for (let atMs = fromMs; atMs <= untilMs; atMs = endOfHour(atMs)) {
        const hour = hourAt(atMs);
        const weeks = next[hour] as readonly number[];
        const week = Math.floor(atMs / WEEK_MS);
        if (weeks.at(-1) !== week) next[hour] = [...weeks.slice(1 - WEEKS), week];
      }
      return { seen: next };
    },
    decide(known, { sinceMs, nowMs }) {
      if (nowMs < WEEK_MS) return { keepUntilMs: sinceMs + untilLearntMs, wakeAtMs: null, why: 'learning' };
      const isBusyAt = (atMs: number) => isBusy(known, nowMs, atMs);
      // A wake comes before its hour, and a client may come before it too.
      const fromMs = isBusyAt(nowMs) ? nowMs : nowMs + LEAD_MS;
      let untilMs = fromMs;
      while (untilMs < fromMs + HOUR_MS && isBusyAt(untilMs)) untilMs = endOfHour(untilMs);
      const isExpected = untilMs > fromMs;
      const keepUntilMs = isExpected ? Math.min(untilMs, fromMs + HOUR_MS) : nowMs;
      return {
        keepUntilMs,
        wakeAtMs: nextBeginning(keepUntilMs, isBusyAt, endOfHour),
        why: isExpected ? 'busyHour' : 'quietHour',
      };
    },
  };
}

/** When to wake for the next busy hour after a quiet one; null if there is none within a week. */
function nextBeginning(
  afterMs: number,
  isBusyAt: (atMs: number) => boolean,
  endOfHour: (atMs: number) => number,
): number | null {
  let wasBusy = isBusyAt(afterMs);
  for (let atMs = endOfHour(afterMs); atMs <= afterMs + WEEK_MS; atMs = endOfHour(atMs)) {
    const busy = isBusyAt(atMs);
    if (busy && !wasBusy) return Math.max(afterMs, atMs - LEAD_MS);
    wasBusy = busy;
  }
  return null;
}
