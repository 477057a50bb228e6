import type { Histogram } from './histogram.ts';

/**
 * A query that comes while there is a backlog waits until that is served. While the backlog goes from one length to
 * another in a line, the delays along it are sampled.
 */
export function addRampDelays(
  delays: Histogram,
  queries: number,
  fromMs: number,
  toMs: number,
  vcpuServed: number,
): void {
  delays.addAlong(fromMs, toMs, Math.max(vcpuServed, SLOWEST), queries);
}

/** Where nothing is served a delay has no end; it is counted as if a hundredth of a processor served. */
const SLOWEST = 0.01;
