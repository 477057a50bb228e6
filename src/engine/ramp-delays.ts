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
  const served = Math.max(vcpuServed, SLOWEST);
  for (let part = 0; part < PARTS; part++) {
    const place = (part + 0.5) / PARTS;
    delays.add((fromMs + (toMs - fromMs) * place) / served, queries / PARTS);
  }
}

const PARTS = 8;
/** Where nothing is served a delay has no end; it is counted as if a hundredth of a processor served. */
const SLOWEST = 0.01;
