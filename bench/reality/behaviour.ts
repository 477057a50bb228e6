/** What clients and the processor see of a demand, measured or predicted. */
export interface Behaviour {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processors used on average. */
  readonly usedVcpu: number;
}
