import type { AutoscalerConfig } from './config.ts';
import type { Metrics } from './metrics.ts';

const LFC_PAGE_BYTES = 8192;

/** Metrics as a compute reports them. Its working set is a series. */
export interface ObservedMetrics extends Omit<Metrics, 'lfc'> {
  /** Working set in 8 KiB pages over the last i + 1 minutes, for i = 0, 1, … */
  readonly workingSetPages: readonly number[] | null;
}

export function metricsOf(
  { workingSetPages, ...metrics }: ObservedMetrics,
  config: AutoscalerConfig,
): Metrics {
  const lfc = workingSetPages === null ? null : { workingSetBytes: workingSetBytes(workingSetPages, config) };
  return { ...metrics, lfc };
}

/**
 * Returns the working set that the local file cache should hold, projected a little ahead. Null if the series is
 * shorter than one window. `pages[i]` is the number of distinct 8 KiB pages touched in the last i + 1 minutes.
 */
function workingSetBytes(pages: readonly number[], config: AutoscalerConfig): number | null {
  const offset = config.lfcMinWaitBeforeDownscaleMinutes - 1;
  const window = config.lfcWindowSizeMinutes;
  if (pages.length < offset + window) return null;
  const estimate = config.lfcUseLargestWindow ? at(pages, pages.length - 1) : plateau(pages, offset, window);
  let end = offset;
  while (end < pages.length && at(pages, end) <= estimate) end++;
  return project(pages.slice(0, end)) * LFC_PAGE_BYTES;
}

/** Returns the height of the curve before it begins to rise more than three times as fast, as it does in a scan. */
function plateau(pages: readonly number[], offset: number, window: number): number {
  for (let t = offset; t <= pages.length - window; t++) {
    const before = Math.max(0, at(pages, t) - (pages[t - (window - 1)] ?? 0));
    const after = Math.max(0, at(pages, t + (window - 1)) - at(pages, t));
    if (after > 3 * before) return at(pages, t);
  }
  return at(pages, pages.length - 1);
}

/** Returns the highest point of the curve if each of its steps were half a step longer. */
function project(pages: readonly number[]): number {
  let highest = pages[0] ?? 0;
  for (let i = 1; i < pages.length; i++) {
    const previous = at(pages, i - 1);
    const reached = Math.max(previous, at(pages, i));
    highest = Math.max(highest, reached + (reached - previous) * 0.5);
  }
  return highest;
}

function at(pages: readonly number[], i: number): number {
  return pages[i] as number;
}
