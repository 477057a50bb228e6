import { localMachine } from './local-machine.ts';

/** Calls `turn` of a service when it is due. */
export class Turns {
  /** Rejects if a turn fails or the store does. */
  readonly failure: Promise<never>;
  fail: (error: unknown) => void = () => {};
  turn: () => void = () => {};
  readonly wakeAfter = localMachine.alarm(() => {
    try {
      this.turn();
    } catch (fault) {
      this.fail(fault);
    }
  });

  constructor() {
    this.failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    // A failure may come before anything awaits it.
    this.failure.catch(() => {});
  }

  end(): void {
    this.wakeAfter(Number.POSITIVE_INFINITY);
  }
}
