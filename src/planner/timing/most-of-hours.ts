/** A local hour of a run, and the amount in it. */
export interface HourOf {
  readonly fromMs: number;
  readonly untilMs: number;
  /** The hour of the day; 9 is from 09:00 to 10:00. */
  readonly hour: number;
  readonly amount: number;
}

/**
 * The hour with the most, and the hour of the day with the most over all days, each with its share of the
 * total.
 */
export interface MostOfHours {
  readonly worst: { readonly fromMs: number; readonly untilMs: number; readonly share: number };
  readonly daily: { readonly hour: number; readonly share: number };
}

/** Null if no hour has anything. */
export function mostOfHours(hours: readonly HourOf[]): MostOfHours | null {
  const ofDay = Array.from({ length: 24 }, () => 0);
  let total = 0;
  let worst: HourOf | null = null;
  for (const one of hours) {
    ofDay[one.hour] = (ofDay[one.hour] as number) + one.amount;
    total += one.amount;
    if (one.amount > (worst?.amount ?? 0)) worst = one;
  }
  if (worst === null) return null;
  const most = Math.max(...ofDay);
  const { fromMs, untilMs, amount } = worst;
  return {
    worst: { fromMs, untilMs, share: amount / total },
    daily: { hour: ofDay.indexOf(most), share: most / total },
  };
}
