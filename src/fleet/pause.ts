import { localMachine } from '../library/index.ts';

/** Waits that long, or until it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      signal.removeEventListener('abort', end);
      setAlarm(Number.POSITIVE_INFINITY);
      resolve();
    };
    const setAlarm = localMachine.alarm(end);
    setAlarm(ms);
    signal.addEventListener('abort', end);
  });
}
