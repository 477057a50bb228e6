import { type Cause, type Distribution, quantileMs } from '../../compute/index.ts';
import { lifeDraws } from '../life-draws.ts';
import { Memo } from '../memo.ts';
import type { Simulation } from '../simulation.ts';

/** The durations of the starts and suspends of a run, by their place in the run. */
export interface LifeTimes {
  readonly startMs: (count: number) => number;
  readonly suspendMs: (count: number) => number;
}

/**
 * Returns durations that all runs with the same assumptions share, because they do not depend on the
 * configuration.
 */
export function lifeTimes({ assumptions: { life }, seed }: Simulation, compute: string): LifeTimes {
  return TIMES.of(life, [seed, compute], () => {
    const draw = lifeDraws(seed, compute);
    return {
      startMs: drawn(life.startTime, 'start time', draw),
      suspendMs: drawn(life.suspendTime, 'suspend time', draw),
    };
  });
}

const TIMES = new Memo<Simulation['assumptions']['life'], LifeTimes>();

function drawn(
  distribution: Distribution,
  cause: Cause,
  draw: (cause: Cause) => number,
): (count: number) => number {
  const times: number[] = [];
  return (count) => {
    while (times.length <= count) times.push(quantileMs(distribution, draw(cause)));
    return times[count] as number;
  };
}
