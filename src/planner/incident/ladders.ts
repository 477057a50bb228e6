import type { Simulation } from '../../simulator/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { clientLadders } from './client-ladders.ts';
import { largerLadders, smallerLadders, withCompute } from './compute-ladders.ts';
import { largerRanges, smallerRanges } from './range-ladders.ts';
import { type Ladder, LEVERS, type Lever } from './remedy.ts';
import type { Resource } from './resource.ts';
import type { Window } from './witness.ts';

/** Events up to the end of the window. Without them, some changes make no difference. */
export interface Happened {
  readonly slept: boolean;
  readonly timedOut: boolean;
  readonly foundDead: boolean;
}

/**
 * All single changes to try against the resource that ran out first. Changes by clients come before changes
 * that cost money.
 */
export function laddersOf(
  simulation: Simulation,
  first: Resource,
  window: Window,
  happened: Happened,
): Ladder[] {
  const ofCompute =
    first === 'quota'
      ? [...smallerLadders(simulation), ...smallerRanges(simulation)]
      : [...largerLadders(simulation), ...largerRanges(simulation)];
  const all = [...clientLadders(simulation), ...changeLadders(simulation, window), ...ofCompute];
  return all
    .flatMap((ladder) => {
      const lever = ladder[0]?.remedy.lever;
      return lever === undefined || isIdle(lever, first, happened) ? [] : [{ ladder, lever }];
    })
    .sort((a, b) => LEVERS.indexOf(a.lever) - LEVERS.indexOf(b.lever))
    .map(({ ladder }) => ladder);
}

/** The run would be the same to the bit, since no client was affected by the setting that changes. */
function isIdle(lever: Lever, first: Resource, { slept, timedOut, foundDead }: Happened): boolean {
  switch (lever) {
    case 'timeout':
      return !slept && first !== 'quota';
    case 'connect timeout':
      return !timedOut;
    case 'pre-ping':
      return !foundDead;
    default:
      return false;
  }
}

/** Ladders that leave out one planned change before the end of the window. */
function changeLadders(simulation: Simulation, { untilMs }: Window): Ladder[] {
  const { changes } = onlyCompute(simulation);
  return changes
    .filter(({ atMs }) => atMs < untilMs)
    .map((change) => [
      {
        remedy: { lever: 'planned change', demand: null, from: change.atMs, to: null },
        simulation: withCompute(simulation, { changes: changes.filter((one) => one !== change) }),
      },
    ]);
}
