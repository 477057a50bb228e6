import { timerAfter } from './timer.ts';

/** A session whose changes are reported to the service. */
interface Reporting {
  report(): void;
}

/** The interval of reports about sessions that change all the time. Their state at that time is a fair sample. */
const INTERVAL_MS = 100;

/** This many changes in an interval are reported at once. The service looks every half second, so it needs no more. */
const AT_ONCE = 20;

/** At most this many delayed sessions are reported at the end of an interval, in their order. */
const MOST_DELAYED = 200;

/**
 * Reports to the service what sessions do, at once if there are few changes. A benchmark changes its sessions ten
 * thousand times a second: then each session is reported only now and then.
 */
export class Reports {
  private remainingAtOnce = AT_ONCE;
  private readonly delayed = new Set<Reporting>();
  private cancelTimer: (() => void) | null = null;

  changed(session: Reporting): void {
    if (this.remainingAtOnce > 0) {
      this.remainingAtOnce--;
      this.delayed.delete(session);
      this.arm();
      session.report();
    } else this.delayed.add(session);
  }

  /** Drops a session that is over. */
  forget(session: Reporting): void {
    this.delayed.delete(session);
  }

  /** Reports every delayed session at once. The service's clock may be about to jump over the time until then. */
  now(): void {
    const due = [...this.delayed];
    this.delayed.clear();
    for (const session of due) session.report();
  }

  end(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
    this.delayed.clear();
  }

  private arm(): void {
    this.cancelTimer ??= timerAfter(INTERVAL_MS, () => this.intervalOver());
  }

  private intervalOver(): void {
    this.cancelTimer = null;
    const due: Reporting[] = [];
    for (const session of this.delayed) {
      due.push(session);
      if (due.length === MOST_DELAYED) break;
    }
    // While delayed sessions wait, no other one is reported before them.
    this.remainingAtOnce = this.delayed.size > MOST_DELAYED ? 0 : AT_ONCE;
    for (const session of due) this.delayed.delete(session);
    if (due.length > 0 || this.delayed.size > 0) this.arm();
    for (const session of due) session.report();
  }
}
