import { after } from './timer.ts';

/** Something that the service is to be told of. */
interface Reporting {
  report(): void;
}

/** How often the service is told of sessions that change all the time: the state at that instant is a fair sample. */
const WINDOW_MS = 100;

/** So many changes in a window are told as they happen. A service that looks every half second needs no more. */
const AT_ONCE = 20;

/** So many that had to wait are told at the end of a window, each in its turn. */
const LATE = 200;

/**
 * Tells the service what sessions do, at once while that is little. A benchmark changes its sessions ten thousand times
 * a second: then it tells what each of them does now and then.
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

  /** A session is over: there is nothing to tell of it any more. */
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
    // While some wait, nobody goes before them.
    this.left = this.late.size > LATE ? 0 : AT_ONCE;
    for (const session of due) this.late.delete(session);
    if (due.length > 0 || this.late.size > 0) this.arm();
    for (const session of due) session.report();
  }
}
