/** What the autoscaler knows of a compute at one look. A metric that could not be had is null. */
export interface Metrics {
  readonly load1: number | null;
  readonly load5: number | null;
  readonly memoryUsageBytes: number | null;
  /** Page cache and local file cache that could be given back. Asked for only where LFC metrics are on. */
  readonly memoryCachedBytes: number | null;
  readonly lfc: LfcMetrics | null;
}

/** What the local file cache tells. */
export interface LfcMetrics {
  /** The working set that the cache should hold; null: too short a time was observed to tell. */
  readonly workingSetBytes: number | null;
}
