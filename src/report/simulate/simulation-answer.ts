import type { RunResult } from '../../simulator/index.ts';

/** What `tidemark simulate` shows: a run's result with what stands beside it. */
export interface SimulationAnswer extends RunResult, DemandChanges {
  readonly why: string;
  readonly partial: boolean;
  readonly assumptionsSet: readonly string[];
  /** What was taken for what where traces became demand. */
  readonly notes: readonly string[];
  readonly passThrough: readonly { readonly name: string; readonly perMonth: number }[];
  readonly beside: readonly BesideRow[];
}

/** How the demand differs from what its trace or its shapes say; times are ISO 8601 in UTC. */
export interface DemandChanges {
  readonly excluded: readonly {
    readonly demand: string;
    readonly from: string;
    readonly until: string;
    /** From when on stands in its place; null: no demand. */
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
