import type { Comparison, Objectives, ProfileName } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** What `tidemark compare` shows: two runs side by side, and what it was asked. */
export interface ComparisonAnswer extends Comparison {
  readonly of: { readonly a: Compared; readonly b: Compared };
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  /** A reason for each limit that B passes. */
  readonly passed: readonly string[];
}

/** One of the two as it was named. */
export interface Compared {
  /** null: the same as the other. */
  readonly file: string | null;
  /** As flags said them, such as `max=4`. */
  readonly changes: readonly string[];
  readonly simulation: Simulation;
  /** What a trace was taken for. */
  readonly notes: readonly string[];
  /** Nobody knows how clients come in, and somebody has asked for the pooler. */
  readonly isPoolerUnknown: boolean;
}
