import type { Histogram } from './histogram.ts';

/**
 * Adds the delays of queries that arrive while the backlog changes linearly. A query waits until the backlog
 * before it is served. The delays are sampled along the line.
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

/** Without service a delay would be infinite. It is counted as if a hundredth of a processor served. */
const SLOWEST = 0.01;
