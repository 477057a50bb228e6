import { HOUR_MS } from '../../facts/index.ts';
import { normalDraws, normalShare } from '../random/normal.ts';
import type { Random } from '../random/random.ts';
import type { Zone } from '../time/zone.ts';
import type { BoundProfile, FittedProfile, Stretch } from './profile.ts';
import { hourOfWeek, WEEK_HOURS } from './weekly-profile.ts';

/**
 * Alternates work and pauses. Their lengths are drawn from quantiles and measured on a clock whose speed is the rate
 * at which work stops, or starts, in the current hour. So a night without starts is one long pause, the pauses of a
 * poller have equal lengths, and each hour has its share of work. The demand in a step of work is the mean of the hour
 * times a level, and consecutive levels are correlated.
 */
export function fittedProfile(
  { stepMs, busy, pauses, resumes, workLengths, pauseLengths, levels, correlation }: FittedProfile,
  startMs: number,
  zone: Zone,
  stream: (cause: string) => Random,
): BoundProfile {
  const stepHours = stepMs / HOUR_MS;
  const turn = stream('turns');
  const normals = normalDraws(stream('levels'));
  const workLength = interpolated(workLengths);
  const pauseLength = interpolated(pauseLengths);
  const level = interpolated(levels);
  const hourAt = (step: number) => hourOfWeek(zone.localMs(startMs + step * stepMs));
  // A pause that nothing ends is cut into stretches of a week.
  const longestSteps = Math.ceil((WEEK_HOURS * HOUR_MS) / stepMs);

  let step = 0;
  let works = true;
  let spent = 0;
  let length = 0;
  let z = normals.take();
  const begin = (isWork: boolean) => {
    works = isWork;
    spent = 0;
    length = (isWork ? workLength : pauseLength)(turn());
  };
  /** Whether work or pause ends, to the nearest step, after one more step at this rate. */
  const isOver = (ratePerHour: number) => {
    const rate = ratePerHour * stepHours;
    spent += rate;
    return rate > 0 && spent + rate / 2 >= length;
  };
  const advance = (): Stretch => {
    if (works) {
      const hour = hourAt(step++);
      const value = (busy[hour] as number) * level(normalShare(z));
      z = correlation * z + Math.sqrt(1 - correlation ** 2) * normals.take();
      if (isOver(pauses[hour] as number)) begin(false);
      return { value, untilMs: startMs + step * stepMs };
    }
    const from = step;
    let over = false;
    while (!over && step - from < longestSteps) over = isOver(resumes[hourAt(step++)] as number);
    if (over) begin(true);
    const kept = correlation ** (step - from);
    z = kept * z + Math.sqrt(1 - kept ** 2) * normals.take();
    return { value: 0, untilMs: startMs + step * stepMs };
  };

  const [stops, begins] = [pauses[hourAt(0)] as number, resumes[hourAt(0)] as number];
  begin(turn() * (stops + begins) >= stops);
  let stretch: Stretch = { value: 0, untilMs: startMs };
  return (utcMs) => {
    while (utcMs >= stretch.untilMs) stretch = advance();
    return stretch;
  };
}

/** The probabilities of the quantiles in a fitted profile. */
export const FITTED_SHARES: readonly number[] = [
  0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1,
];

/** Interpolates quantiles linearly, scaled to a mean of 1. */
function interpolated(quantiles: readonly number[]): (share: number) => number {
  const width = (i: number) => (FITTED_SHARES[i] as number) - (FITTED_SHARES[i - 1] as number);
  let mean = 0;
  for (let i = 1; i < FITTED_SHARES.length; i++) {
    mean += (width(i) * ((quantiles[i - 1] as number) + (quantiles[i] as number))) / 2;
  }
  const values = quantiles.map((value) => (mean > 0 ? value / mean : 1));
  return (share) => {
    let i = 1;
    while (i < FITTED_SHARES.length - 1 && share > (FITTED_SHARES[i] as number)) i++;
    const [low, high] = [values[i - 1] as number, values[i] as number];
    return low + ((high - low) * (share - (FITTED_SHARES[i - 1] as number))) / width(i);
  };
}
