import { nextMonthMs } from '../../workload/index.ts';

/** The metered CU-time of one calendar month in UTC. */
export interface MonthRow {
  readonly fromMs: number;
  readonly quarterCuMs: readonly number[];
  /** The time at which the quota was spent. Null if it was not. */
  readonly spentAtMs: number | null;
}

/** The calendar months of a run. A month is closed when it ends. */
export class MonthLog {
  readonly closed: MonthRow[] = [];
  /** The end of the month that is under way. */
  endMs: number;
  /** The time at which the quota of the month was spent. Null if it was not. */
  spentAtMs: number | null = null;
  private fromMs = 0;
  /** The CU-time that the computes had metered when the month began. Empty for none. */
  private before: readonly number[] = [];
  private readonly startMs: number;
  private readonly metered: (nowMs: number) => readonly number[];

  /**
   * @param startMs the start of the run as an instant; all other times are from there
   * @param metered the CU-time of each compute so far, in quarter CU times milliseconds
   */
  constructor(startMs: number, metered: (nowMs: number) => readonly number[]) {
    this.startMs = startMs;
    this.metered = metered;
    this.endMs = nextMonthMs(startMs) - startMs;
  }

  /** Ends the month that is under way. */
  close(): void {
    const { endMs } = this;
    this.closed.push(this.rowAt(endMs));
    this.fromMs = endMs;
    this.before = this.metered(endMs);
    this.endMs = nextMonthMs(this.startMs + endMs) - this.startMs;
  }

  /** Returns the months so far, with the unfinished one. */
  at(nowMs: number): MonthRow[] {
    return nowMs > this.fromMs ? [...this.closed, this.rowAt(nowMs)] : this.closed;
  }

  /** The CU-time that the month has metered so far. */
  meteredAt(nowMs: number): number[] {
    return this.metered(nowMs).map((value, i) => value - (this.before[i] ?? 0));
  }

  private rowAt(nowMs: number): MonthRow {
    return { fromMs: this.fromMs, quarterCuMs: this.meteredAt(nowMs), spentAtMs: this.spentAtMs };
  }
}
