import { InvariantError } from '../../problem/index.ts';
import { copyOf, type Profile } from '../../workload/index.ts';

/** A quantity step by step; NaN where it is not known. */
export interface Series {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly values: Float64Array;
}

/** The steps of a profile that a trace became, in a run that began then. */
export function seriesOf(profile: Profile, startMs: number): Series {
  if (profile.kind !== 'samples') throw new InvariantError('what a trace becomes are samples');
  const { atMs, stepMs, values } = profile;
  return { fromMs: startMs + atMs, stepMs, values: copyOf(values) };
}
