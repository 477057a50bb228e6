import { HOUR_MS, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import { type Random, randomStream } from '../../workload/index.ts';
import { spreadFactor } from './persistence.ts';
import { studentWidening } from './student.ts';

export const WEEK_DAYS = 7;
export const MONTH_DAYS = (QUOTED_MONTH_HOURS * HOUR_MS) / (24 * HOUR_MS);

/**
 * From this many weeks on, whole weeks are drawn, and days before it: a few weeks do not show how weeks
 * differ.
 */
const WEEKS_FOR_BLOCKS = 4;

/** Months drawn from days, as indexes of these days. */
export interface Months {
  readonly blocks: 'weeks' | 'days';
  readonly drawn: readonly (readonly number[])[];
  /**
   * How much further real months lie from the middle than drawn ones, given how much consecutive days
   * resemble each other.
   */
  readonly widening: (persistence: number) => number;
}

/**
 * Draws months from some whole weeks of days. Each month begins on a random weekday, and each of its days is
 * drawn from days of the same weekday. The weeks that a month is drawn from are themselves drawn first, since
 * the weeks of the trace are as much chance as future ones.
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
    // A block of a week goes on into the week after, and from the last week into the first.
    for (let i = 0; i < blockDays && days.length < MONTH_DAYS; i++)
      days.push((week * WEEK_DAYS + weekday + i) % (weeks * WEEK_DAYS));
  }
  return days;
}

/**
 * How far drawn months have to be moved from the middle to differ as much as real ones. Each of the two draws
 * from n weeks keeps only (n-1)/n of the variance. Few weeks do not show well how much weeks differ. And days
 * that resemble their neighbours no longer do so where two blocks meet, so drawn months even out more than
 * real ones.
 */
function widening(weeks: number, blockDays: number, persistence: number): number {
  const weeksOfMonth = MONTH_DAYS / WEEK_DAYS;
  const kept = (weeks - 1) / weeks;
  const drawn = kept * (1 / weeks + kept / weeksOfMonth) * spreadFactor(persistence, blockDays);
  const real = (1 / weeks + 1 / weeksOfMonth) * spreadFactor(persistence, MONTH_DAYS);
  return Math.sqrt(real / drawn) * studentWidening((weeks - 1) * (WEEK_DAYS / blockDays));
}
