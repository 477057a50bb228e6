import { type Distribution, startTimeName } from '../../compute/index.ts';
import { DAY_MS, GIB, HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';

/** Writes values for a scenario without loss: reading a text returns the value that it was written from. */

const DURATIONS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

export function durationText(ms: number): string {
  const unit = DURATIONS.find(([, unitMs]) => ms > 0 && ms % unitMs === 0);
  return unit === undefined ? `${ms}ms` : `${ms / unit[1]}${unit[0]}`;
}

const AMOUNTS = [
  ['GB', GIB],
  ['MB', MIB],
  ['KB', 1024],
] as const;

export function bytesText(bytes: number): string {
  const unit = AMOUNTS.find(([, unitBytes]) => bytes > 0 && bytes % unitBytes === 0);
  return unit === undefined ? `${bytes}B` : `${bytes / unit[1]}${unit[0]}`;
}

export function distributionText(distribution: Distribution): string | { median: string; p95: string } {
  return distribution.kind === 'constant'
    ? durationText(distribution.ms)
    : { median: durationText(distribution.medianMs), p95: durationText(distribution.p95Ms) };
}

/** The same for the time of a start, which may have a name. */
export function startTimeText(time: Distribution): ReturnType<typeof distributionText> {
  return startTimeName(time) ?? distributionText(time);
}
