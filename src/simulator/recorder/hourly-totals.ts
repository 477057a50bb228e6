import { DAY_MS, HOUR_MS } from '../../facts/index.ts';
import type { Zone } from '../../workload/index.ts';
import type { Simulation } from '../simulation.ts';
import { EVENT, type EventNumber } from './event-kinds.ts';

/** The readings of a compute that are totalled. */
export interface TotalledCompute {
  readonly meter: { awakeMsAt(nowMs: number): number; quarterCuMsAt(nowMs: number): number };
  readonly cpu: { throttledMsAt(nowMs: number): number };
  counted(kind: EventNumber): number;
}

/**
 * The quantities that are totalled for each hour and day of local time. All are whole numbers, so that rows
 * add up exactly.
 */
const READINGS = {
  awakeMs: ({ meter }, nowMs) => meter.awakeMsAt(nowMs),
  quarterCuMs: ({ meter }, nowMs) => meter.quarterCuMsAt(nowMs),
  throttledMs: ({ cpu }, nowMs) => cpu.throttledMsAt(nowMs),
  queries: (run) => run.counted(EVENT.queryDone),
  wakes: (run) => run.counted(EVENT.wake),
  held: (run) => run.counted(EVENT.connectionHeld),
  timedOut: (run) => run.counted(EVENT.connectionTimedOut),
  refused: (run) => run.counted(EVENT.connectionRefused),
  dropped: (run) => run.counted(EVENT.connectionDropped),
} as const satisfies Readonly<Record<string, (run: TotalledCompute, nowMs: number) => number>>;

export const TOTALLED = Object.keys(READINGS) as (keyof typeof READINGS)[];
const ALL_READINGS = Object.values(READINGS);

export interface TotalsRow {
  /** Milliseconds from the start of the run. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly values: readonly number[];
}

/** Runs of up to this length keep hourly rows. Longer ones keep only daily rows. */
const HOURS_KEPT_MS = 400 * DAY_MS;

/** Runs with more hourly rows than this over all computes also keep only daily rows. */
const MOST_HOURS = 200_000;

/** Returns the first start of a local hour after a time. A change of clocks also starts an hour. */
export function nextHourMs(zone: Zone, utcMs: number): number {
  return nextBoundaryMs(zone, utcMs, HOUR_MS);
}

function nextBoundaryMs(zone: Zone, utcMs: number, everyMs: number): number {
  const localMs = zone.localMs(utcMs);
  const next = utcMs + (Math.floor(localMs / everyMs) + 1) * everyMs - localMs;
  return Math.min(next, zone.offsetUntilMs(utcMs));
}

function isMidnight(zone: Zone, utcMs: number): boolean {
  return zone.localMs(utcMs) % DAY_MS === 0 || localDay(zone, utcMs) !== localDay(zone, utcMs - 1);
}

function localDay(zone: Zone, utcMs: number): number {
  return Math.floor(zone.localMs(utcMs) / DAY_MS);
}

/** The totals of one compute for each local hour and day. A row is closed when its hour or day ends. */
export class HourlyTotals {
  private readonly hours = new Rows();
  private readonly days = new Rows();
  /** The totals of the run so far, as last read. */
  private readonly now = new Float64Array(TOTALLED.length);
  private readonly run: TotalledCompute;
  private readonly zone: Zone;
  private readonly startMs: number;
  private readonly keepsHours: boolean;

  constructor(run: TotalledCompute, { zone, startMs, horizonMs, computes }: Simulation) {
    this.run = run;
    this.zone = zone;
    this.startMs = startMs;
    this.keepsHours = horizonMs <= HOURS_KEPT_MS && (horizonMs / HOUR_MS) * computes.length <= MOST_HOURS;
  }

  /**
   * Returns the end of the hour that contains a time, or of the day if hours are not kept. A change of clocks
   * ends both.
   */
  nextMs(nowMs: number): number {
    const everyMs = this.keepsHours ? HOUR_MS : DAY_MS;
    return nextBoundaryMs(this.zone, this.startMs + nowMs, everyMs) - this.startMs;
  }

  /** Closes the rows that end at a time. */
  close(nowMs: number): void {
    const { keepsHours, now, hours, days } = this;
    this.read(nowMs);
    if (keepsHours) hours.close(nowMs, now);
    if (isMidnight(this.zone, this.startMs + nowMs)) days.close(nowMs, now);
  }

  /** Returns all rows so far, with the unfinished ones. */
  at(nowMs: number): { readonly hours: readonly TotalsRow[]; readonly days: readonly TotalsRow[] } {
    this.read(nowMs);
    return {
      hours: this.keepsHours ? this.hours.at(nowMs, this.now) : [],
      days: this.days.at(nowMs, this.now),
    };
  }

  private read(nowMs: number): void {
    for (const [i, reading] of ALL_READINGS.entries()) this.now[i] = reading(this.run, nowMs);
  }
}

/**
 * Consecutive rows in one list of numbers. Each row has its end and the totals of the run up to there. A year
 * has nine thousand rows. As objects they took visible time in the profile of a load's run.
 */
class Rows {
  private cells = new Float64Array(WIDTH);
  private count = 0;

  close(untilMs: number, now: Float64Array): void {
    this.count = this.put(untilMs, now);
  }

  /** Returns all rows, with the unfinished one. */
  at(nowMs: number, now: Float64Array): TotalsRow[] {
    const isOpen = nowMs > (this.cells[this.count * WIDTH] as number);
    return Array.from({ length: isOpen ? this.put(nowMs, now) : this.count }, (_, row) => this.row(row));
  }

  /** Writes a row after the closed ones. Returns the number of rows with it. */
  private put(untilMs: number, now: Float64Array): number {
    const place = (this.count + 1) * WIDTH;
    if (place >= this.cells.length) {
      const { cells } = this;
      this.cells = new Float64Array(2 * place);
      this.cells.set(cells);
    }
    this.cells[place] = untilMs;
    this.cells.set(now, place + 1);
    return this.count + 1;
  }

  private row(row: number): TotalsRow {
    const since = this.cells.subarray(row * WIDTH);
    const by = this.cells.subarray((row + 1) * WIDTH);
    const came = (i: number) => (by[i + 1] as number) - (since[i + 1] as number);
    return {
      fromMs: since[0] as number,
      untilMs: by[0] as number,
      values: TOTALLED.map((_, i) => came(i)),
    };
  }
}

const WIDTH = 1 + TOTALLED.length;
