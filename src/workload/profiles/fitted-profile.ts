import { HOUR_MS } from '../../facts/index.ts';
import { normalDraws, normalShare } from '../random/normal.ts';
import type { Random } from '../random/random.ts';
import type { Zone } from '../time/zone.ts';
import type { BoundProfile, FittedProfile, Stretch } from './profile.ts';
import { hourOfWeek, WEEK_HOURS } from './weekly-profile.ts';

/**
 * Work and pauses take turns. Each is drawn from its lengths, which are counted on a clock of their own: it goes as fast
 * as work stops, or begins, in the hour that it is. So a night, in which nothing begins, is one long pause, a poller's
 * pauses are all of one length, and each hour has its share of work. What a step of work wants is the mean of its hour
 * times a level; one level follows from the one before.
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
  const workLength = proportionate(workLengths);
  const pauseLength = proportionate(pauseLengths);
  const level = proportionate(levels);
  const hourAt = (step: number) => hourOfWeek(zone.localMs(startMs + step * stepMs));
  // A pause that nothing ends is looked at again each week.
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
  /** Whether the time of work or pause is over, to the nearest step, after a step at this rate. */
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

/** The shares that the quantiles of a fitted profile are of. */
export const FITTED_SHARES: readonly number[] = [
  0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1,
];

/** The value at a share, in a line between those that are known, in proportion to the mean of all. */
function proportionate(quantiles: readonly number[]): (share: number) => number {
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
