import type { Check, Saving } from '../../check/index.ts';
import type { Configuration } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** The answer of `tidemark check`: a replay compared with what happened, and the question. */
export interface CheckAnswer extends Check {
  /** The `why` of the scenario. Null for a trace. */
  readonly why: string | null;
  readonly file: string;
  /** The name of the records of what happened. */
  readonly actual: string;
  readonly metered: 'metered' | 'billed';
  readonly simulation: Simulation;
  /** The configurations in force, with the time from which each held. */
  readonly configurations: readonly { readonly fromMs: number; readonly configuration: Configuration }[];
  /** The expected and the actual saving of a change. Null if no plan was given. */
  readonly saving: Saving | null;
  /** How the trace and the file of records were interpreted. */
  readonly notes: readonly string[];
  readonly actualNotes: readonly string[];
}
