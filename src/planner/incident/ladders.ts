import type { Simulation } from '../../simulator/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { clientLadders } from './client-ladders.ts';
import { largerLadders, smallerLadders, withCompute } from './compute-ladders.ts';
import { largerRanges, smallerRanges } from './range-ladders.ts';
import { type Ladder, LEVERS, type Lever } from './remedy.ts';
import type { Resource } from './resource.ts';
import type { Window } from './witness.ts';

/** Whether things happened up to the end of the window without which some changes change nothing. */
export interface Happened {
  readonly slept: boolean;
  readonly timedOut: boolean;
  readonly foundDead: boolean;
}

/** Every single change to try against what ran out first: those of clients before those that cost money. */
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

/** The run would be the same to the bit: nobody has met what is changed. */
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

/** What somebody did to the compute up to the end of the window, left out. */
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
