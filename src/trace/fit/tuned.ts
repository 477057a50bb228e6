import { DAY_MS } from '../../facts/index.ts';
import type { FittedProfile, Zone } from '../../workload/index.ts';
import { draw } from './draw.ts';
import type { EvenSeries } from './series.ts';
import { seriesFigures } from './series-figures.ts';

/**
 * Adjusts the correlation of a profile until draws have the autocorrelation of the series. The measured correlation of
 * levels is not enough: hours and pauses add to it, and only draws show how much.
 */
export function withTunedCorrelation(
  series: EvenSeries,
  profile: FittedProfile,
  zone: Zone,
  seed: number,
): FittedProfile {
  const wanted = seriesFigures(series, zone).autocorrelation;
  const { fromMs, stepMs, values } = series;
  const count = Math.min(MOST_STEPS, Math.max(values.length, Math.ceil((8 * 7 * DAY_MS) / stepMs)));
  const offAt = (correlation: number) =>
    seriesFigures(draw({ ...profile, correlation }, { fromMs, count, zone, seed }), zone).autocorrelation -
    wanted;
  const first = offAt(profile.correlation);
  if (Math.abs(first) <= CLOSE) return profile;
  let [low, high] =
    first > 0
      ? [Math.min(0, profile.correlation), profile.correlation]
      : [profile.correlation, MOST_CORRELATION];
  for (let look = 0; look < LOOKS; look++) {
    const middle = (low + high) / 2;
    if (offAt(middle) > 0) high = middle;
    else low = middle;
  }
  return { ...profile, correlation: (low + high) / 2 };
}

const CLOSE = 0.01;
const LOOKS = 7;
const MOST_CORRELATION = 0.999;
const MOST_STEPS = 60_000;
