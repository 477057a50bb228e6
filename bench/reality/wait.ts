import { setImmediate, setTimeout } from 'node:timers/promises';

/** A timer of Node fires up to this much late. */
const LATE_MS = 2;

/** Waits until a time of `performance.now`, to a fraction of a millisecond. */
export async function waitUntil(atMs: number): Promise<void> {
  const leftMs = atMs - performance.now();
  if (leftMs > LATE_MS) await setTimeout(leftMs - LATE_MS);
  // Answers of the server are read between two looks at the clock.
  while (performance.now() < atMs) await setImmediate();
}
