/** The latencies that clients see, and the processors that a demand uses: measured or predicted. */
export interface Behaviour {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processors used on average. */
  readonly usedVcpu: number;
  /** Processes that run or wait for a processor, on average. */
  readonly runnable: number;
}

/** The middle of each figure, which one part that other processes disturbed does not change. */
export function medianBehaviour(parts: readonly Behaviour[]): Behaviour {
  const of = (figure: (part: Behaviour) => number) => median(parts.map(figure));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p95Ms: of(({ p95Ms }) => p95Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    usedVcpu: of(({ usedVcpu }) => usedVcpu),
    runnable: of(({ runnable }) => runnable),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
