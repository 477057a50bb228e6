/** What the autoscaler knows of a compute at one look. A metric that could not be had is null. */
export interface Metrics {
  readonly load1: number | null;
  readonly load5: number | null;
  readonly memoryUsageBytes: number | null;
  /** Page cache and local file cache that could be given back. Asked for only where LFC metrics are on. */
  readonly memoryCachedBytes: number | null;
  /** Working set in 8 KiB pages over the last i + 1 minutes, for i = 0, 1, … */
  readonly workingSetPages: readonly number[] | null;
}

export const NO_METRICS: Metrics = {
  load1: null,
  load5: null,
  memoryUsageBytes: null,
  memoryCachedBytes: null,
  workingSetPages: null,
};
