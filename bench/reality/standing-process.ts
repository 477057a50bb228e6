/**
 * Runs without a pause for as many milliseconds as its argument says. Prints when it stood still: beginnings and ends, in
 * milliseconds since the epoch.
 */

/** Longer than any other pause of a process that has a processor to itself. */
const STANDS_STILL_MS = 1.5;

const untilMs = performance.now() + Number(process.argv[2]);
let beforeMs = performance.now();
while (beforeMs < untilMs) {
  const nowMs = performance.now();
  if (nowMs - beforeMs > STANDS_STILL_MS)
    console.log(performance.timeOrigin + beforeMs, performance.timeOrigin + nowMs);
  beforeMs = nowMs;
}
