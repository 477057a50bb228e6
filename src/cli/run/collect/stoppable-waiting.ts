import type { Waiting } from '../../../collecting/index.ts';
import type { HostMachine } from '../../terminal/machine.ts';

/** Waits on the clock of the machine, until the signal aborts. */
export function stoppableWaiting(
  { wallMs, alarm }: HostMachine,
  signal: AbortSignal,
  tell: Waiting['tell'],
): Waiting {
  return {
    nowMs: wallMs,
    tell,
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const stop = () => {
          set(Number.POSITIVE_INFINITY);
          reject(signal.reason);
        };
        const set = alarm(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        });
        signal.addEventListener('abort', stop, { once: true });
        set(ms);
      }),
  };
}
