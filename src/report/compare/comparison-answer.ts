import type { Comparison, Objectives, PricedRefusal, ProfileName } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** The answer of `tidemark compare`: two runs side by side, and the question. */
export interface ComparisonAnswer extends Comparison {
  readonly of: { readonly a: Compared; readonly b: Compared };
  /** The resource of Terraform that changes from A to B. Null if none does. */
  readonly resource: string | null;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  /** Null for each side that the newest fact set allows. */
  readonly refused: { readonly a: PricedRefusal | null; readonly b: PricedRefusal | null };
  /** A sentence for each limit that B exceeds. */
  readonly passed: readonly string[];
}

/** One of the two simulations. */
export interface Compared {
  /** Null if it is the same file as the other. */
  readonly file: string | null;
  /** Changes by flags, such as `max=4`. */
  readonly changes: readonly string[];
  readonly simulation: Simulation;
  /** How the trace was interpreted. */
  readonly notes: readonly string[];
  /** Whether the pooler was asked for although the connection path of the clients is unknown. */
  readonly isPoolerUnknown: boolean;
}
