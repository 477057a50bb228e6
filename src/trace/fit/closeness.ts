import { DAY_MS } from '../../facts/index.ts';
import type { FittedProfile, Zone } from '../../workload/index.ts';
import { draw } from './draw.ts';
import type { EvenSeries } from './series.ts';
import { type SeriesFigures, seriesFigures } from './series-figures.ts';

/** A figure of the original series beside that of the fitted profile. */
export interface Closeness {
  readonly figure: string;
  readonly unit: 'vCPU' | 'ms' | 'share' | null;
  /** Null if the figure itself is a difference, such as that of two daily profiles. */
  readonly given: number | null;
  readonly generated: number;
  readonly off: number;
  /** The largest acceptable difference: relative if `isShare`, absolute otherwise. */
  readonly tolerance: number;
  readonly isShare: boolean;
  readonly isWithin: boolean;
}

/** Compares a series with draws from its fitted profile, over half a year or at most MOST_STEPS steps. */
export function closeness(
  series: EvenSeries,
  profile: FittedProfile,
  { zone, seed, isWeekly }: { readonly zone: Zone; readonly seed: number; readonly isWeekly: boolean },
): Closeness[] {
  const { fromMs, stepMs } = series;
  const count = Math.min(MOST_STEPS, Math.max(series.values.length, Math.ceil((26 * 7 * DAY_MS) / stepMs)));
  const given = seriesFigures(series, zone);
  const drawn = seriesFigures(draw(profile, { fromMs, count, zone, seed }), zone);
  const figures: (Closeness | null)[] = [
    relativeDifference('mean', 'vCPU', 0.1, given.mean, drawn.mean),
    relativeDifference('p95', 'vCPU', 0.1, given.p95, drawn.p95),
    relativeDifference('variation', null, 0.1, given.variation, drawn.variation),
    relativeDifference('burstiness', null, 0.2, given.peakToMean, drawn.peakToMean),
    absoluteDifference('lag-1 autocorrelation', null, 0.05, given.autocorrelation, drawn.autocorrelation),
    absoluteDifference('time idle', 'share', 0.05, given.idleShare, drawn.idleShare),
    pauseDifference('pause, p50', given.pauseP50Ms, drawn.pauseP50Ms, stepMs),
    pauseDifference('pause, p95', given.pauseP95Ms, drawn.pauseP95Ms, stepMs),
    profileDifference('daily profile', 'hours', given, drawn),
    isWeekly ? profileDifference('weekly profile', 'days', given, drawn) : null,
  ];
  return figures.filter((figure) => figure !== null);
}

const MOST_STEPS = 400_000;
const PAUSE_TOLERANCE = 0.25;
const PROFILE_TOLERANCE = 0.15;

type Compared = (
  figure: string,
  unit: Closeness['unit'],
  tolerance: number,
  given: number,
  generated: number,
) => Closeness;

const relativeDifference: Compared = (figure, unit, tolerance, given, generated) => {
  const off = given === 0 ? Math.abs(generated) : Math.abs(generated / given - 1);
  return { figure, unit, given, generated, off, tolerance, isShare: true, isWithin: off <= tolerance };
};

const absoluteDifference: Compared = (figure, unit, tolerance, given, generated) => {
  const off = Math.abs(generated - given);
  return { figure, unit, given, generated, off, tolerance, isShare: false, isWithin: off <= tolerance };
};

/** The length of a pause is known to one step at best. */
function pauseDifference(
  figure: string,
  given: number | null,
  generated: number | null,
  stepMs: number,
): Closeness | null {
  if (given === null || generated === null) return null;
  return relativeDifference(figure, 'ms', Math.max(PAUSE_TOLERANCE, stepMs / given), given, generated);
}

/** The mean absolute difference of hours or days, relative to the mean. */
function profileDifference(
  figure: string,
  part: 'hours' | 'days',
  given: SeriesFigures,
  drawn: SeriesFigures,
): Closeness {
  const differences = given[part].map((value, i) => Math.abs(value - (drawn[part][i] as number)));
  const off = differences.reduce((sum, one) => sum + one, 0) / differences.length / given.mean;
  return {
    figure,
    unit: null,
    given: null,
    generated: off,
    off,
    tolerance: PROFILE_TOLERANCE,
    isShare: true,
    isWithin: off <= PROFILE_TOLERANCE,
  };
}
