import { type ChildProcess, fork } from 'node:child_process';
import type { ControlGroup } from './control-group.ts';

/** How often runnable processes are counted. The counts fall on all parts of a quota's period of 100 ms in turn. */
export const LOOK_EVERY_MS = 47;

/**
 * Counts the processes of a control group that run or wait for a processor. A count takes milliseconds. In a process of
 * its own it does not keep the driver from sending queries, which would make the count smaller and the queries late.
 */
export class Looks {
  latest = 0;
  private sum = 0;
  private count = 0;
  private readonly child: ChildProcess;

  constructor({ membersFile }: ControlGroup) {
    this.child = fork(new URL('./look-process.js', import.meta.url), [membersFile]);
    this.child.on('message', (runnable: number) => {
      this.latest = runnable;
      this.sum += runnable;
      this.count++;
    });
  }

  /** Forgets all counts. */
  restart(): void {
    this.sum = 0;
    this.count = 0;
  }

  get mean(): number {
    return this.sum / this.count;
  }

  end(): void {
    this.child.disconnect();
  }
}
