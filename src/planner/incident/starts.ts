import { SECOND_MS } from '../../facts/index.ts';
import type { RunEvent } from '../../simulator/index.ts';
import type { Wait } from './shortage.ts';

/**
 * The waits for starts, by kind: starts of a compute that slept, and of one that was stopped while clients
 * used it.
 */
export class Starts {
  readonly ofSleep: Wait[] = [];
  readonly ofRestart: Wait[] = [];
  /** Whether the last start was of a compute that had been stopped. */
  isRestart = false;
  private fromMs: number | null = null;
  private held = 0;

  tell({ kind, atMs, state, pending, reason, cu }: RunEvent): void {
    if (kind === 'connection.held') this.held++;
    if (kind !== 'state') return;
    if (pending === 'active') {
      this.isRestart = state === 'active' || (this.isRestart && this.fromMs !== null);
      this.fromMs ??= atMs;
      // The clients of a load connect without being counted.
      if (reason === 'a client connects') this.held = Math.max(1, this.held);
      return;
    }
    this.end(atMs, typeof cu === 'number' ? cu : 0);
  }

  end(atMs: number, cu = 0): void {
    const { fromMs, held } = this;
    this.fromMs = null;
    this.held = 0;
    if (fromMs === null || held === 0 || atMs - fromMs < SECOND_MS) return;
    (this.isRestart ? this.ofRestart : this.ofSleep).push({ fromMs, untilMs: atMs, most: held, cu });
  }
}
