import type { Histogram } from '../compute/index.ts';
import type { QuarterCu } from '../facts/index.ts';
import type { EventNumber } from './recorder/event-kinds.ts';
import type { Simulation } from './simulation.ts';

/** A run of which somebody wants sums, and how they grow. */
export interface RunTotals {
  readonly simulation: Simulation;
  readonly nowMs: number;
  readonly computes: readonly ComputeTotals[];
  /** Months of which the plan's quota was spent before their end, so far. */
  readonly spentMonths: number;
  /** Of the time to its horizon, for how long it is awake at most without being short of processors. */
  readonly calmAheadMs: number;
  /**
   * What it would have been metered with a larger minimum, in quarter CU times milliseconds; null where more than that
   * may be otherwise.
   */
  meteredFrom(minimum: QuarterCu): number | null;
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
    /** The hit ratio of reads while the cache holds so many bytes. */
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
  /** The largest before a planned change gave it another size or range. */
  readonly peakBeforeResize: QuarterCu;
  /** It runs and was never suspended, so that a longer timeout would make no difference. False if that is not known. */
  readonly isUnslept: boolean;
  counted(kind: EventNumber): number;
}
