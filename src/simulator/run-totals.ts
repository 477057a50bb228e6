import type { Histogram } from '../compute/index.ts';
import type { QuarterCu } from '../facts/index.ts';
import type { EventNumber } from './recorder/event-kinds.ts';
import type { MonthRow } from './recorder/month-log.ts';
import type { Simulation } from './simulation.ts';

/** The totals of a run so far. The run can be advanced, and the totals grow. */
export interface RunTotals {
  readonly simulation: Simulation;
  readonly nowMs: number;
  readonly computes: readonly ComputeTotals[];
  /** The number of months so far whose quota was spent before their end. */
  readonly spentMonths: number;
  /** The most time from now to the horizon that the compute can be awake without being throttled. */
  readonly calmAheadMs: number;
  /**
   * Returns the CU-time with a larger minimum, in quarter CU times milliseconds. Null if anything else could
   * differ.
   */
  meteredFrom(minimum: QuarterCu): number | null;
  /** Returns the calendar months so far, with the unfinished one. */
  monthsAt(nowMs: number): readonly MonthRow[];
  /** Handles all events before `untilMs`. */
  advance(untilMs: number): void;
}

export interface ComputeTotals {
  readonly meter: { quarterCuMsAt(nowMs: number): number; awakeMsAt(nowMs: number): number };
  readonly cpu: {
    usedCpuMsAt(nowMs: number): number;
    throttledMsAt(nowMs: number): number;
    flowDelaysAt(nowMs: number): Histogram;
  };
  readonly cache: {
    hitsAt(nowMs: number): number;
    missesAt(nowMs: number): number;
    /** Returns the hit ratio that the cache would have with this many bytes. */
    hitRatioWith(bytes: number): number;
  };
  readonly apart: { readonly wakesInHours: number; readonly delayedOver: number };
  readonly disk: { readonly used: { readonly ever: number }; readonly limitBytes: number };
  readonly clientLog: {
    readonly delays: Histogram;
    readonly wakeWaits: Histogram;
    readonly poolWaits: Histogram;
  };
  readonly clients: {
    readonly connections: {
      readonly atOnce: { readonly ever: number };
      readonly peakOwn: number;
      readonly peakPooled: number;
    };
  };
  readonly peakSize: QuarterCu;
  /** The peak size before a planned change first set another size or range. */
  readonly peakBeforeResize: QuarterCu;
  /**
   * Whether the compute runs and was never suspended, so that a longer timeout would change nothing. False if
   * unknown.
   */
  readonly isUnslept: boolean;
  /** The errors that clients saw, by their reason. */
  readonly refusals: ReadonlyMap<string, { readonly count: number }>;
  counted(kind: EventNumber): number;
}
