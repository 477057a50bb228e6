import type { Simulation } from '../../library/tidemark.ts';

const HOUR_MS = 3_600_000;

/** When each row of the hourly totals begins, and when the last one ends. */
export function hourBoundaries({ from, hours }: Simulation): readonly number[] {
  const boundaries = [Date.parse(from)];
  for (const length of hours.hours) boundaries.push((boundaries.at(-1) as number) + length * HOUR_MS);
  return boundaries;
}
