/** The metrics of a compute at a decision. A missing metric is null. */
export interface Metrics {
  readonly load1: number | null;
  readonly load5: number | null;
  readonly memoryUsageBytes: number | null;
  /** Page cache and local file cache that can be reclaimed. It is needed only if LFC metrics are on. */
  readonly memoryCachedBytes: number | null;
  readonly lfc: LfcMetrics | null;
}

/** The metrics of the local file cache. */
export interface LfcMetrics {
  /** The working set that the cache should hold. Null if the time of observation is too short. */
  readonly workingSetBytes: number | null;
}
