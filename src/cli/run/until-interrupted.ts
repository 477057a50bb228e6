import type { Interruption } from '../interruption.ts';
import type { Machine } from '../machine.ts';

const LOOK_MS = 50;

/** What comes of work that others do; null where Ctrl-C comes first: whoever presses it does not wait for them. */
export function untilInterrupted<Result>(
  work: Promise<Result>,
  interruption: Interruption,
  machine: Machine,
): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    // An alarm is put away, where somebody asleep would keep the process from ending.
    const alarm = machine.alarm(() => {
      if (interruption.asked) resolve(null);
      else alarm(LOOK_MS);
    });
    alarm(LOOK_MS);
    work.then(resolve, reject).finally(() => alarm(Number.POSITIVE_INFINITY));
  });
}
