import type { RunResult } from '../engine/index.ts';

/** What `tidemark simulate` shows: a run's result with what stands beside it. */
export interface SimulationAnswer extends RunResult {
  readonly why: string;
  readonly partial: boolean;
  readonly assumptionsSet: readonly string[];
  /** What was taken for what where traces became demand. */
  readonly notes: readonly string[];
  readonly passThrough: readonly { readonly name: string; readonly perMonth: number }[];
  readonly beside: readonly BesideRow[];
}

export interface BesideRow {
  readonly name: string;
  readonly cuHours: number;
  readonly cost: number;
  readonly wakes: number;
  readonly throttledSeconds: number;
  readonly refused: number;
}
