import { DAY_MS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** Formats times of a run as local time, to the second. Has the day if the run spans several. */
export function localClock(
  { startMs, zone }: Pick<Simulation, 'startMs' | 'zone'>,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): (ms: number) => string {
  const localMs = (ms: number) => zone.localMs(startMs + ms);
  const day = (ms: number) => Math.floor(localMs(ms) / DAY_MS);
  const isOneDay = day(fromMs) === day(Math.max(fromMs, untilMs - 1));
  return (ms) => {
    const text = new Date(localMs(ms)).toISOString();
    return isOneDay ? text.slice(11, 19) : text.slice(0, 19).replace('T', ' ');
  };
}

/** Always has the day: `2026-03-04 12:00:00`. */
export function localDateTime({ startMs, zone }: Pick<Simulation, 'startMs' | 'zone'>, ms: number): string {
  return new Date(zone.localMs(startMs + ms)).toISOString().slice(0, 19).replace('T', ' ');
}
