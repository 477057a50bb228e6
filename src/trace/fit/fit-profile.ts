import { normalQuantile } from '../../compute/index.ts';
import { DAY_MS, HOUR_MS } from '../../facts/index.ts';
import { FITTED_SHARES, type FittedProfile, hourOfWeek, type Zone } from '../../workload/index.ts';
import type { EvenSeries } from './series.ts';
import { type Turn, turnsOf } from './turns.ts';
import { WeekSums } from './week.ts';

/** Whether a series is long enough to distinguish days of the week: two of each. */
export function coversTwoWeeks({ stepMs, values }: EvenSeries): boolean {
  return values.length * stepMs >= 14 * DAY_MS;
}

/** Fits a profile to a series. */
export function fitProfile(series: EvenSeries, zone: Zone): FittedProfile {
  const { fromMs, stepMs, values } = series;
  const isWeekly = coversTwoWeeks(series);
  const hours = Uint8Array.from(values, (_, i) => hourOfWeek(zone.localMs(fromMs + i * stepMs)));
  const turns = turnsOf(values);
  const [work, pauses] = [turns.filter(({ works }) => works), turns.filter(({ works }) => !works)];
  const stepHours = stepMs / HOUR_MS;

  const means = new WeekSums();
  values.forEach((value, i) => {
    if (value > 0) means.add(hours[i] as number, value, 1);
  });
  const busy = means.ratios(isWeekly);
  const stops = endRates(work, values, hours, stepHours).ratios(isWeekly);
  const begins = endRates(pauses, values, hours, stepHours).ratios(isWeekly);
  const levels = values.map((value, i) =>
    value > 0 ? value / (busy[hours[i] as number] as number) : Number.NaN,
  );
  return {
    kind: 'fitted',
    stepMs,
    busy,
    pauses: stops,
    resumes: begins,
    workLengths: quantiles(lengths(work, stops, hours, stepHours)),
    pauseLengths: quantiles(lengths(pauses, begins, hours, stepHours)),
    levels: quantiles(levels.filter((level) => !Number.isNaN(level))),
    correlation: rankCorrelation(levels),
  };
}

/** How often turns end per hour, by hour of the week. A turn that ends unseen still counts with its time. */
function endRates(
  turns: readonly Turn[],
  values: Float64Array,
  hours: Uint8Array,
  stepHours: number,
): WeekSums {
  const rates = new WeekSums();
  for (const { from, to } of turns) {
    for (let i = from; i < to; i++) rates.add(hours[i] as number, 0, stepHours);
    const next = values[to];
    if (next !== undefined && !Number.isNaN(next)) rates.add(hours[to - 1] as number, 1, 0);
  }
  return rates;
}

/** The lengths of complete turns, relative to the length that the rates predict. */
function lengths(
  turns: readonly Turn[],
  rates: readonly number[],
  hours: Uint8Array,
  stepHours: number,
): Float64Array {
  const whole = turns.filter(({ isWhole }) => isWhole);
  return Float64Array.from(whole, ({ from, to }) => {
    let length = 0;
    for (let i = from; i < to; i++) length += (rates[hours[i] as number] as number) * stepHours;
    return length;
  });
}

/** Quantiles at FITTED_SHARES, with linear interpolation. Without values all are 1. */
function quantiles(values: Float64Array): number[] {
  const sorted = values.slice().sort();
  if (sorted.length === 0) return FITTED_SHARES.map(() => 1);
  return FITTED_SHARES.map((share) => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] as number;
    return low + ((sorted[Math.ceil(place)] as number) - low) * (place - Math.floor(place));
  });
}

/** The correlation of consecutive steps of work, with ranks converted to normal deviates. Ties share a rank. */
function rankCorrelation(levels: Float64Array): number {
  const sorted = levels.filter((level) => !Number.isNaN(level)).sort();
  const normal = levels.map((level) => {
    if (Number.isNaN(level)) return level;
    const rank = (below(sorted, level, false) + below(sorted, level, true)) / 2;
    return normalQuantile(rank / sorted.length);
  });
  let [products, squares] = [0, 0];
  for (let i = 1; i < normal.length; i++) {
    const [a, b] = [normal[i - 1] as number, normal[i] as number];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    products += a * b;
    squares += (a * a + b * b) / 2;
  }
  return squares === 0 ? 0 : Math.max(-MOST_CORRELATION, Math.min(MOST_CORRELATION, products / squares));
}

const MOST_CORRELATION = 0.999;

/** How many sorted values are less than a value, or equal if `orEqual`. */
function below(sorted: Float64Array, value: number, orEqual: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBelow = orEqual ? (sorted[middle] as number) <= value : (sorted[middle] as number) < value;
    if (isBelow) low = middle + 1;
    else high = middle;
  }
  return low;
}
