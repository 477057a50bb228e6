import { setTimeout } from 'node:timers/promises';

/**
 * Runs without a pause until its control group has used a quota of 50 ms in each 100 ms, as often as its argument says.
 * Prints the processor time of each run, in milliseconds.
 */

/** No other pause is as long: a process that has used half of each period waits for the other half. */
const STANDS_STILL_MS = 8;

const [count = ''] = process.argv.slice(2);
let refilledMs = spin().endMs;
for (let n = 0; n < Number(count); n++) {
  // In some later period, so early that all of the run lies in it.
  await setTimeout(refilledMs + 300 + ((n * 7) % 30) - performance.now());
  const { usedMs, endMs } = spin();
  refilledMs = endMs;
  console.log(usedMs);
}

/** Asks for the time only, which needs no call of the kernel: at a call, the kernel would look at the quota too. */
function spin(): { readonly usedMs: number; readonly endMs: number } {
  const before = process.cpuUsage();
  let beforeMs = performance.now();
  for (;;) {
    const nowMs = performance.now();
    if (nowMs - beforeMs > STANDS_STILL_MS) {
      const { user, system } = process.cpuUsage(before);
      return { usedMs: (user + system) / 1000, endMs: nowMs };
    }
    beforeMs = nowMs;
  }
}
