import { SECOND_MS } from '../../facts/index.ts';
import type { RunEvent } from '../../simulator/index.ts';
import type { Wait } from './shortage.ts';

/**
 * Who waited for a start, and for what kind of one: of a compute that slept, or of one that was stopped under its
 * clients.
 */
export class Starts {
  readonly ofSleep: Wait[] = [];
  readonly ofRestart: Wait[] = [];
  /** The last start was of one that was stopped. */
  isRestart = false;
  private fromMs: number | null = null;
  private held = 0;

  tell({ kind, atMs, state, pending, reason, cu }: RunEvent): void {
    if (kind === 'connection.held') this.held++;
    if (kind !== 'state') return;
    if (pending === 'active') {
      this.isRestart = state === 'active' || (this.isRestart && this.fromMs !== null);
      this.fromMs ??= atMs;
      // The flow of a load knocks without being counted.
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
