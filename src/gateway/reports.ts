import { after } from './timer.ts';

/** A session whose changes are reported to the service. */
interface Reporting {
  report(): void;
}

/** The interval of reports about sessions that change all the time. Their state at that time is a fair sample. */
const WINDOW_MS = 100;

/** This many changes in an interval are reported at once. The service looks every half second, so it needs no more. */
const AT_ONCE = 20;

/** At most this many delayed sessions are reported at the end of an interval, in their order. */
const LATE = 200;

/**
 * Reports to the service what sessions do, at once if there are few changes. A benchmark changes its sessions ten
 * thousand times a second: then each session is reported only now and then.
 */
export class Reports {
  private left = AT_ONCE;
  private readonly late = new Set<Reporting>();
  private putAway: (() => void) | null = null;

  changed(session: Reporting): void {
    if (this.left > 0) {
      this.left--;
      this.late.delete(session);
      this.arm();
      session.report();
    } else this.late.add(session);
  }

  /** Drops a session that is over. */
  forget(session: Reporting): void {
    this.late.delete(session);
  }

  end(): void {
    this.putAway?.();
    this.putAway = null;
    this.late.clear();
  }

  private arm(): void {
    this.putAway ??= after(WINDOW_MS, () => this.windowOver());
  }

  private windowOver(): void {
    this.putAway = null;
    const due: Reporting[] = [];
    for (const session of this.late) {
      due.push(session);
      if (due.length === LATE) break;
    }
    // While delayed sessions wait, no other one is reported before them.
    this.left = this.late.size > LATE ? 0 : AT_ONCE;
    for (const session of due) this.late.delete(session);
    if (due.length > 0 || this.late.size > 0) this.arm();
    for (const session of due) session.report();
  }
}
