import { InvariantError } from '../../problem/index.ts';
import { copyOf, type Profile } from '../../workload/index.ts';

/** Values in even steps. NaN if unknown. */
export interface EvenSeries {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly values: Float64Array;
}

/** The series in a profile that was made from a trace, in a run that starts at `startMs`. */
export function seriesOf(profile: Profile, startMs: number): EvenSeries {
  if (profile.kind !== 'samples') throw new InvariantError('only a profile of samples has a series');
  const { atMs, stepMs, values } = profile;
  return { fromMs: startMs + atMs, stepMs, values: copyOf(values) };
}
