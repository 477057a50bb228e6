import type { Incident, Objectives, ProfileName } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** The answer of `tidemark incident`: what happened, what would have prevented it, and the question. */
export interface IncidentAnswer extends Incident {
  /** The `why` of the scenario. Null for a trace. */
  readonly why: string | null;
  readonly simulation: Simulation;
  /** Where the configuration comes from: `--current`, the scenario, or the default of the service. */
  readonly configurationFrom: 'flag' | 'scenario' | 'default';
  readonly atMs: number;
  readonly aroundMs: number;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly notes: readonly string[];
}
