import { type Distribution, quantileMs } from '../../compute/index.ts';
import { lifeDraws } from '../life-draws.ts';
import { Memo } from '../memo.ts';
import type { Simulation } from '../simulation.ts';

/** The durations of the starts and suspends of a run, by their place in the run. */
export interface LifeTimes {
  readonly starts: Durations;
  readonly suspends: Durations;
}

/**
 * Returns durations that all runs with the same assumptions share, because they do not depend on the
 * configuration.
 */
export function lifeTimes({ assumptions: { life }, seed }: Simulation, compute: string): LifeTimes {
  return TIMES.of(life, [seed, compute], () => {
    const draw = lifeDraws(seed, compute);
    return {
      starts: new Durations(life.startTime, () => draw('start time')),
      suspends: new Durations(life.suspendTime, () => draw('suspend time')),
    };
  });
}

const TIMES = new Memo<Simulation['assumptions']['life'], LifeTimes>();

class Durations {
  private times = new Float64Array(128);
  private count = 0;
  private readonly distribution: Distribution;
  private readonly draw: () => number;

  constructor(distribution: Distribution, draw: () => number) {
    this.distribution = distribution;
    this.draw = draw;
  }

  at(place: number): number {
    return this.from(place, 1)[0] as number;
  }

  /** The durations from a place on. */
  from(place: number, count: number): Float64Array {
    const end = place + count;
    if (end > this.times.length) {
      const longer = new Float64Array(2 * end);
      longer.set(this.times);
      this.times = longer;
    }
    for (; this.count < end; this.count++)
      this.times[this.count] = quantileMs(this.distribution, this.draw());
    return this.times.subarray(place, end);
  }
}
