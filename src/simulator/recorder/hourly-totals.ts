import { DAY_MS, HOUR_MS } from '../../facts/index.ts';
import type { Zone } from '../../workload/index.ts';
import type { Simulation } from '../simulation.ts';
import { EVENT, type EventNumber } from './event-kinds.ts';

/** What a compute has counted so far. */
export interface TotalledCompute {
  readonly meter: { awakeMsAt(nowMs: number): number; quarterCuMsAt(nowMs: number): number };
  readonly cpu: { throttledMsAt(nowMs: number): number };
  counted(kind: EventNumber): number;
}

/** What is tallied for each hour and day of local time. All are whole numbers, so that rows add up exactly. */
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
  /** Start of the row, in milliseconds from the start of the run. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly values: readonly number[];
}

/** Rows by the hour are kept for runs up to this long; longer ones have days only. */
const HOURS_KEPT_MS = 400 * DAY_MS;

/** And for so many rows over all computes. */
const MOST_HOURS = 200_000;

/** The first start of a local hour after an instant; a change of clocks starts one too. */
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

/** The totals of one compute for each local hour and day, closed when the hour or day ends. */
export class HourlyTotals {
  private readonly hours = new Rows();
  private readonly days = new Rows();
  /** What has come so far, as it was last read. */
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

  /** When an hour ends after an instant, or a day where hours are not kept; a change of clocks ends either. */
  nextMs(nowMs: number): number {
    const everyMs = this.keepsHours ? HOUR_MS : DAY_MS;
    return nextBoundaryMs(this.zone, this.startMs + nowMs, everyMs) - this.startMs;
  }

  /** Closes the rows that end at an instant. */
  close(nowMs: number): void {
    const { keepsHours, now, hours, days } = this;
    this.read(nowMs);
    if (keepsHours) hours.close(nowMs, now);
    if (isMidnight(this.zone, this.startMs + nowMs)) days.close(nowMs, now);
  }

  /** All rows so far, with those that are still open as they are. */
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
 * Rows that follow one another, in one list of numbers: of each when it ends, and what has come by then. A year has
 * nine thousand, which as objects of their own showed in the profile of a load's run.
 */
class Rows {
  private cells = new Float64Array(WIDTH);
  private count = 0;

  close(untilMs: number, now: Float64Array): void {
    this.count = this.put(untilMs, now);
  }

  /** With the row that is still open, as it is. */
  at(nowMs: number, now: Float64Array): TotalsRow[] {
    const isOpen = nowMs > (this.cells[this.count * WIDTH] as number);
    return Array.from({ length: isOpen ? this.put(nowMs, now) : this.count }, (_, row) => this.row(row));
  }

  /** Writes a row behind those that are closed; how many there are with it. */
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
