import type { Incident, Objectives, ProfileName } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** What `tidemark incident` shows: what happened, what would have prevented it, and what was asked. */
export interface IncidentAnswer extends Incident {
  /** null: nobody has asked anything but what happened. */
  readonly why: string | null;
  readonly simulation: Simulation;
  /** Who said what was set: `--current`, the scenario, or nobody, so that the service's default is assumed. */
  readonly configurationFrom: 'flag' | 'scenario' | 'default';
  readonly atMs: number;
  readonly aroundMs: number;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  readonly notes: readonly string[];
}
