const WEEK_DAYS = 7;

/**
 * How much a day has of what the day before was off the usual of its weekday, from 0 to 0.8: as of a process in which
 * each day keeps that share. Of whole weeks of days.
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

/** Beyond it a process is more like a walk, of which days tell no mean. */
const HIGHEST = 0.8;

/** The variance of a sum of so many days of such a process, over that of as many days that have nothing in common. */
export function spreadFactor(persistence: number, days: number): number {
  let factor = 1;
  for (let apart = 1; apart < days; apart++) factor += 2 * (1 - apart / days) * persistence ** apart;
  return factor;
}
