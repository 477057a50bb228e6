import type { Check, Saving } from '../../check/index.ts';
import type { Configuration } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** What `tidemark check` shows: a replay held against what happened, and what it was asked. */
export interface CheckAnswer extends Check {
  /** null: it is a trace, of which nobody has asked anything else. */
  readonly why: string | null;
  readonly file: string;
  /** What says what happened. */
  readonly actual: string;
  readonly metered: 'metered' | 'billed';
  readonly simulation: Simulation;
  /** What was in force, each from a time on. */
  readonly configurations: readonly { readonly fromMs: number; readonly configuration: Configuration }[];
  /** What a plan expected, and what came of it; null: nobody asks. */
  readonly saving: Saving | null;
  /** What the trace was taken for, and how the other file was read. */
  readonly notes: readonly string[];
  readonly actualNotes: readonly string[];
}
