import type { Simulation } from '../engine/index.ts';
import { DAY_MS } from '../facts/index.ts';
import { civilDate } from '../workload/index.ts';

/** The month so many months after that in which what was seen ends, such as 2026-09. */
export function monthAfter({ zone, startMs, horizonMs }: Simulation, months: number): string {
  const { year, month } = civilDate(Math.floor(zone.localMs(startMs + horizonMs - 1) / DAY_MS));
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
}
