import { bindProfile, type FittedProfile, type Zone } from '../../workload/index.ts';
import type { EvenSeries } from './series.ts';

/** Draws a series from a profile. */
export function draw(profile: FittedProfile, { fromMs, count, zone, seed }: DrawSettings): EvenSeries {
  const { stepMs } = profile;
  const bound = bindProfile(profile, fromMs, zone, seed, 'fit');
  return {
    fromMs,
    stepMs,
    values: Float64Array.from({ length: count }, (_, i) => bound(fromMs + i * stepMs).value),
  };
}

interface DrawSettings {
  readonly fromMs: number;
  readonly count: number;
  readonly zone: Zone;
  readonly seed: number;
}
