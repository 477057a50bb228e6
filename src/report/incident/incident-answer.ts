import type { Simulation } from '../../engine/index.ts';
import type { Incident, ProfileName, Promises } from '../../planner/index.ts';

/** What `tidemark incident` shows: what happened, what would have prevented it, and what was asked. */
export interface IncidentAnswer extends Incident {
  /** null: nobody has asked anything but what happened. */
  readonly why: string | null;
  readonly simulation: Simulation;
  /** Who said what was set: `--current`, the scenario, or nobody, so that the service's default is assumed. */
  readonly settingFrom: 'flag' | 'scenario' | 'default';
  readonly atMs: number;
  readonly aroundMs: number;
  readonly profile: ProfileName;
  readonly promises: Promises;
  readonly notes: readonly string[];
}
