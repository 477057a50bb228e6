import { DAY_MS, HOUR_MS } from '../facts/index.ts';
import type { Zone } from '../workload/index.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';

/** What is tallied for each hour and day of local time. All are whole numbers, so that rows add up exactly. */
export const TALLIED = [
  'awakeMs',
  'quarterCuMs',
  'throttledMs',
  'queries',
  'wakes',
  'held',
  'timedOut',
  'refused',
  'dropped',
] as const;

export interface TallyRow {
  /** Start of the row, in milliseconds from the start of the run. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly values: readonly number[];
}

/** The first start of a local hour after an instant; a change of clocks starts one too. */
export function nextHourMs(zone: Zone, utcMs: number): number {
  const localMs = zone.localMs(utcMs);
  const next = utcMs + (Math.floor(localMs / HOUR_MS) + 1) * HOUR_MS - localMs;
  return Math.min(next, zone.offsetUntilMs(utcMs));
}

export function isMidnight(zone: Zone, utcMs: number): boolean {
  return zone.localMs(utcMs) % DAY_MS === 0 || localDay(zone, utcMs) !== localDay(zone, utcMs - 1);
}

function localDay(zone: Zone, utcMs: number): number {
  return Math.floor(zone.localMs(utcMs) / DAY_MS);
}

/** Rows of one compute, closed at each border by what has come since the last one. */
export class Tallies {
  readonly hours: TallyRow[] = [];
  readonly days: TallyRow[] = [];
  private hour: Open;
  private day: Open;
  private readonly run: ComputeRun;
  private readonly keepHours: boolean;

  constructor(run: ComputeRun, keepHours: boolean) {
    this.run = run;
    this.keepHours = keepHours;
    this.hour = { fromMs: 0, before: TALLIED.map(() => 0) };
    this.day = this.hour;
  }

  closeHour(nowMs: number): void {
    if (!this.keepHours) return;
    const now = this.values(nowMs);
    this.hours.push(rowOf(this.hour, nowMs, now));
    this.hour = { fromMs: nowMs, before: now };
  }

  closeDay(nowMs: number): void {
    const now = this.values(nowMs);
    this.days.push(rowOf(this.day, nowMs, now));
    this.day = { fromMs: nowMs, before: now };
  }

  /** All rows so far, with those that are still open as they are. */
  at(nowMs: number): { readonly hours: readonly TallyRow[]; readonly days: readonly TallyRow[] } {
    const open = (row: Open) => (nowMs > row.fromMs ? [rowOf(row, nowMs, this.values(nowMs))] : []);
    return {
      hours: this.keepHours ? [...this.hours, ...open(this.hour)] : [],
      days: [...this.days, ...open(this.day)],
    };
  }

  private values(nowMs: number): number[] {
    const { run } = this;
    return [
      run.meter.awakeMsAt(nowMs),
      run.meter.quarterCuMsAt(nowMs),
      run.cpu.throttledMsAt(nowMs),
      run.counted(EVENT.queryDone),
      run.counted(EVENT.wake),
      run.counted(EVENT.connectionHeld),
      run.counted(EVENT.connectionTimedOut),
      run.counted(EVENT.connectionRefused),
      run.counted(EVENT.connectionDropped),
    ];
  }
}

interface Open {
  readonly fromMs: number;
  readonly before: readonly number[];
}

function rowOf({ fromMs, before }: Open, untilMs: number, now: readonly number[]): TallyRow {
  return { fromMs, untilMs, values: now.map((value, i) => value - (before[i] as number)) };
}
