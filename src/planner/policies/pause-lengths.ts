import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../facts/index.ts';
import type { ActiveStretch } from './policy.ts';

/**
 * Where each class of lengths begins: at the timeouts that people choose from, and then at the units of
 * longer times.
 */
const FROM_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 16].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7].map((days) => days * DAY_MS),
];

/** Counts the pauses of each class of lengths. The ends of a run are no pauses. */
export function pauseLengths(activities: readonly ActiveStretch[]) {
  const count = FROM_MS.map(() => 0);
  activities.slice(1).forEach(({ fromMs }, i) => {
    const pauseMs = fromMs - (activities[i] as ActiveStretch).untilMs;
    const place = FROM_MS.findLastIndex((least) => least <= pauseMs);
    if (place >= 0) count[place] = (count[place] as number) + 1;
  });
  return { fromMs: FROM_MS, count };
}
