import type { Simulation } from '../../library/tidemark.ts';
import { hourBoundaries } from './hours.ts';

/** How many clients met something, and what. */
export interface Met {
  readonly atMs: number;
  readonly clients: number;
  readonly what: string;
}

type Compute = Simulation['computes'][number];

/**
 * Returns the clients that waited for a start, and those that met an error. They are counted by awake periods, by the
 * steps of the time series and by hours, whichever is finest: the answer lists only the first awake periods.
 */
export function metBy(
  simulation: Simulation,
  { timeSeries, wakes }: Compute,
  atMs: readonly number[],
): { readonly waits: readonly Met[]; readonly errors: readonly Met[] } {
  const { hours } = simulation;
  const starts = hourBoundaries(simulation);
  const byHour = (counts: readonly number[], what: string) => met(starts, counts, what);
  const isWhole = wakes.omitted === 0;
  const wakeStarts = wakes.each.map(({ from }) => Date.parse(from));
  const byWake = (name: 'held' | 'timedOut', what: string) =>
    isWhole
      ? met(
          wakeStarts,
          wakes.each.map((wake) => wake[name]),
          what,
        )
      : byHour(hours[name], what);
  return {
    waits: byWake('held', 'waited for a start'),
    errors: [
      ...met(atMs, timeSeries.refused, 'refused'),
      ...byWake('timedOut', 'gave up waiting for a start'),
      ...byHour(hours.dropped, 'lost a connection'),
    ],
  };
}

function met(atMs: readonly number[], counts: readonly number[], what: string): readonly Met[] {
  return counts.flatMap((clients, at) =>
    clients === 0 ? [] : [{ atMs: atMs[at] as number, clients, what }],
  );
}
