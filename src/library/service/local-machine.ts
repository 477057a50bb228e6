import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** The longest delay that a timer of Node takes. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The clock, alarms and random bytes of this machine. */
export const localMachine = {
  wallMs: () => Date.now(),
  secretBytes: (count: number): Uint8Array => randomBytes(count),
  /** The name of this machine in its network. */
  hostName: hostname,
  // A sleep of 0 lets input that has already arrived be handled first.
  sleep: (ms: number): Promise<void> =>
    new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve))),
  /** Creates an alarm. Each call of the result sets it anew; Infinity turns it off. */
  alarm(ring: () => void): (afterMs: number) => void {
    let timer: NodeJS.Timeout | undefined;
    return (afterMs) => {
      clearTimeout(timer);
      timer =
        afterMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(ring, Math.min(afterMs, LONGEST_TIMER_MS));
    };
  },
};
