import { HOUR_MS, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import { type Random, randomStream } from '../../workload/index.ts';
import { spreadFactor } from './persistence.ts';
import { studentWidening } from './student.ts';

export const WEEK_DAYS = 7;
export const MONTH_DAYS = (QUOTED_MONTH_HOURS * HOUR_MS) / (24 * HOUR_MS);

/** From so many weeks on whole weeks are drawn, and before it days: a few weeks are too few to tell how weeks differ. */
const WEEKS_FOR_BLOCKS = 4;

/** Months drawn from days, as numbers of these days. */
export interface Months {
  readonly blocks: 'weeks' | 'days';
  readonly drawn: readonly (readonly number[])[];
  /** How much further than those drawn real months lie from the middle, given how alike a day and the next are. */
  readonly widening: (persistence: number) => number;
}

/**
 * Months like some whole weeks of days, each from a weekday on: every day of theirs is a day of the same weekday. Each
 * month is drawn from weeks that are themselves drawn first, for the weeks that were seen are chance as well as those
 * to come.
 */
export function drawMonths(weeks: number, seed: number, count: number): Months {
  const random = randomStream(seed, 'planner/months');
  const blockDays = weeks >= WEEKS_FOR_BLOCKS ? WEEK_DAYS : 1;
  return {
    blocks: blockDays === 1 ? 'days' : 'weeks',
    drawn: Array.from({ length: count }, () => drawMonth(random, weeks, blockDays)),
    widening: (persistence) => widening(weeks, blockDays, persistence),
  };
}

function drawMonth(random: Random, weeks: number, blockDays: number): number[] {
  const below = (count: number) => Math.floor(random() * count);
  const first = below(WEEK_DAYS);
  const seen = Array.from({ length: WEEK_DAYS / blockDays }, () =>
    Array.from({ length: weeks }, () => below(weeks)),
  );
  const days: number[] = [];
  while (days.length < MONTH_DAYS) {
    const weekday = (first + days.length) % WEEK_DAYS;
    const ofWeekday = seen[weekday % seen.length] as readonly number[];
    const week = ofWeekday[below(weeks)] as number;
    // A week goes on from a weekday in the week after; that of the last one goes on in the first.
    for (let i = 0; i < blockDays && days.length < MONTH_DAYS; i++)
      days.push((week * WEEK_DAYS + weekday + i) % (weeks * WEEK_DAYS));
  }
  return days;
}

/**
 * Draws from few weeks differ less than weeks do: what is drawn twice from n has (n-1)/n of the variance each time. Of
 * few weeks it is not well known how much they differ. And days that resemble their neighbours no longer do so where
 * two blocks meet, so that they even out more than real ones.
 */
function widening(weeks: number, blockDays: number, persistence: number): number {
  const weeksOfMonth = MONTH_DAYS / WEEK_DAYS;
  const kept = (weeks - 1) / weeks;
  const drawn = kept * (1 / weeks + kept / weeksOfMonth) * spreadFactor(persistence, blockDays);
  const real = (1 / weeks + 1 / weeksOfMonth) * spreadFactor(persistence, MONTH_DAYS);
  return Math.sqrt(real / drawn) * studentWidening((weeks - 1) * (WEEK_DAYS / blockDays));
}
