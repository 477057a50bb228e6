import type { RunResult } from '../../simulator/index.ts';
import type { BillAnswer } from '../bill/bill-answer.ts';

/** The answer of `tidemark simulate`: the result of a run, and its context. */
export interface SimulationAnswer extends RunResult, DemandChanges {
  readonly why: string;
  readonly partial: boolean;
  readonly assumptionsSet: readonly string[];
  /** The time of a start as a flag states it: `stated`, `measured`, `2s` or `1s/3s`. */
  readonly startTime: string;
  /** How traces were interpreted. */
  readonly notes: readonly string[];
  readonly passThrough: readonly { readonly name: string; readonly perMonth: number }[];
  /** The whole bill of a month. Null if nothing but compute is known. */
  readonly bill: BillAnswer | null;
  readonly beside: readonly BesideRow[];
}

/** How the demand differs from its traces or shapes. Times are ISO 8601 in UTC. */
export interface DemandChanges {
  readonly excluded: readonly {
    readonly demand: string;
    readonly from: string;
    readonly until: string;
    /** Where the replacement starts. Null to leave the time without demand. */
    readonly asFrom: string | null;
  }[];
  readonly rareEvents: readonly {
    readonly event: string;
    readonly from: string;
    readonly kind: 'times' | 'add';
    readonly by: number;
    readonly riseMs: number;
    readonly holdMs: number;
    readonly decayMs: number;
  }[];
}

export interface BesideRow {
  readonly name: string;
  readonly cuHours: number;
  readonly cost: number;
  readonly wakes: number;
  readonly throttledSeconds: number;
  readonly refused: number;
}
