/** The latencies that clients see, and the processors that a demand uses: measured or predicted. */
export interface Behaviour {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processors used on average. */
  readonly usedVcpu: number;
}
