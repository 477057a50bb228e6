import { hourOfWeek, type Zone } from '../../workload/index.ts';
import type { EvenSeries } from './series.ts';
import { turnsOf } from './turns.ts';

/** Figures by which two series are compared. Null if a series has no pauses. */
export interface SeriesFigures {
  readonly mean: number;
  /** Standard deviation over mean. */
  readonly variation: number;
  readonly p95: number;
  /** The 99th percentile over the mean, which measures burstiness. */
  readonly peakToMean: number;
  readonly autocorrelation: number;
  readonly idleShare: number;
  /** Means of the hours of the day, and of the days of the week from Sunday. */
  readonly hours: readonly number[];
  readonly days: readonly number[];
  /** Complete pauses alone count. */
  readonly pauseP50Ms: number | null;
  readonly pauseP95Ms: number | null;
}

export function seriesFigures({ fromMs, stepMs, values }: EvenSeries, zone: Zone): SeriesFigures {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length;
  const [hours, days] = [new Means(24), new Means(7)];
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const hour = hourOfWeek(zone.localMs(fromMs + i * stepMs));
    hours.add(hour % 24, value);
    days.add(Math.floor(hour / 24), value);
  });
  const pauses = Float64Array.from(
    turnsOf(values).filter(({ works, isWhole }) => !works && isWhole),
    ({ from, to }) => (to - from) * stepMs,
  ).sort();
  return {
    mean,
    variation: Math.sqrt(variance) / mean,
    p95: quantile(known, 0.95) ?? 0,
    peakToMean: (quantile(known, 0.99) ?? 0) / mean,
    autocorrelation: autocorrelation(values, mean, variance),
    idleShare: known.filter((value) => value === 0).length / known.length,
    hours: hours.all(),
    days: days.all(),
    pauseP50Ms: quantile(pauses, 0.5),
    pauseP95Ms: quantile(pauses, 0.95),
  };
}

/** The smallest sorted value that at least this share does not exceed. Null without values. */
function quantile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

class Means {
  private readonly sums: Float64Array;
  private readonly counts: Float64Array;

  constructor(length: number) {
    this.sums = new Float64Array(length);
    this.counts = new Float64Array(length);
  }

  add(at: number, value: number): void {
    this.sums[at] = (this.sums[at] as number) + value;
    this.counts[at] = (this.counts[at] as number) + 1;
  }

  all(): number[] {
    return Array.from(this.sums, (sum, i) => sum / Math.max(1, this.counts[i] as number));
  }
}

/** The autocorrelation at lag 1. Zero for a constant series. */
function autocorrelation(values: Float64Array, mean: number, variance: number): number {
  let [sum, count] = [0, 0];
  for (let i = 1; i < values.length; i++) {
    const product = ((values[i - 1] as number) - mean) * ((values[i] as number) - mean);
    if (Number.isNaN(product)) continue;
    sum += product;
    count++;
  }
  return variance === 0 || count === 0 ? 0 : sum / count / variance;
}
