const WEEK_DAYS = 7;

/**
 * How much of a day's deviation from the usual value of its weekday the next day keeps, from 0 to 0.8. This
 * is the coefficient of a first-order autoregression. The days are whole weeks.
 */
export function persistenceOf(days: readonly number[]): number {
  const weeks = days.length / WEEK_DAYS;
  const usual = Array.from(
    { length: WEEK_DAYS },
    (_, weekday) => days.reduce((sum, day, i) => (i % WEEK_DAYS === weekday ? sum + day : sum), 0) / weeks,
  );
  const off = days.map((day, i) => day - (usual[i % WEEK_DAYS] as number));
  const squares = off.reduce((sum, one) => sum + one * one, 0);
  const products = off.reduce((sum, one, i) => sum + one * (off[i + 1] ?? 0), 0);
  return squares === 0 ? 0 : Math.min(HIGHEST, Math.max(0, products / squares));
}

/** Above it a process is close to a random walk, whose days do not show a mean. */
const HIGHEST = 0.8;

/** The variance of a sum of days of such a process, relative to that of as many independent days. */
export function spreadFactor(persistence: number, days: number): number {
  let factor = 1;
  for (let apart = 1; apart < days; apart++) factor += 2 * (1 - apart / days) * persistence ** apart;
  return factor;
}
