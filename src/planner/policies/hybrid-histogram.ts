import { type FactSource, MINUTE_MS } from '../../facts/index.ts';
import {
  binAt,
  emptyHistogram,
  type PauseHistogram,
  shareBeyond,
  variationOf,
  withPause,
} from './pause-histogram.ts';
import type { Policy, SleepDecision } from './policy.ts';

export const HYBRID_SOURCE: FactSource = {
  document: '"Serverless in the Wild"',
  section: 'with the constants of DSLab FaaS',
  date: 'USENIX ATC 2020',
};

/** The constants of the source. */
export const HYBRID = {
  binMs: MINUTE_MS,
  bins: 240,
  /** From this coefficient of variation of its counts on, the histogram is representative. */
  leastVariation: 2,
  /** From this share of pauses beyond the bins on, the next pause is predicted from the series. */
  mostBeyond: 0.5,
  head: 0.05,
  tail: 0.99,
  margin: 0.1,
  seriesMargin: 0.15,
} as const;

/** Older pauses say little about the present. */
const SERIES_KEPT = 100;

interface KnownPauses {
  readonly histogram: PauseHistogram;
  /** The latest pauses, the last one last. */
  readonly series: readonly number[];
}

export const hybridHistogram: Policy<KnownPauses> = {
  nothing: { histogram: emptyHistogram(HYBRID.binMs, HYBRID.bins), series: [] },
  learn(known, _, pauseMs) {
    if (pauseMs === null) return known;
    return {
      histogram: withPause(known.histogram, pauseMs),
      series: [...known.series.slice(1 - SERIES_KEPT), pauseMs],
    };
  },
  decide(known, { sinceMs, nowMs, isPreWake }) {
    const { preWakeMs, keepMs, why } = windowsOf(known);
    const wakeAtMs = sinceMs + preWakeMs;
    if (!isPreWake && wakeAtMs > nowMs) return { keepUntilMs: nowMs, wakeAtMs, why };
    return { keepUntilMs: wakeAtMs + keepMs, wakeAtMs: null, why };
  },
};

/**
 * How long after an activity the compute wakes (0 if it does not sleep before), and how long it then stays
 * awake.
 */
function windowsOf({ histogram, series }: KnownPauses): Windows {
  const { binMs, bins, leastVariation, mostBeyond, head, tail, margin, seriesMargin } = HYBRID;
  if (shareBeyond(histogram) >= mostBeyond) {
    const nextMs = nextOf(series);
    return {
      preWakeMs: Math.round(nextMs * (1 - seriesMargin)),
      keepMs: Math.round(nextMs * 2 * seriesMargin),
      why: 'long',
    };
  }
  if (variationOf(histogram) < leastVariation)
    return { preWakeMs: 0, keepMs: bins * binMs, why: 'irregular' };
  return {
    preWakeMs: Math.round(binAt(histogram, head) * binMs * (1 - margin)),
    keepMs: Math.round((binAt(histogram, tail) + 1) * binMs * (1 + margin)),
    why: 'regular',
  };
}

interface Windows {
  readonly preWakeMs: number;
  readonly keepMs: number;
  readonly why: SleepDecision['why'];
}

/**
 * Predicts the next value of a series by a first-order autoregression around its mean. With fewer than three
 * values it is the mean.
 */
export function nextOf(series: readonly number[]): number {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  if (series.length < 3) return mean;
  const apart = series.map((value) => value - mean);
  let together = 0;
  let squares = 0;
  apart.forEach((value, i) => {
    squares += value * value;
    if (i > 0) together += value * (apart[i - 1] as number);
  });
  const left = squares === 0 ? 0 : together / squares;
  return Math.max(0, mean + left * (apart.at(-1) as number));
}
