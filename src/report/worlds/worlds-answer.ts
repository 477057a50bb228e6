import type { Objectives, ProfileName, WorldsPlan } from '../../planner/index.ts';
import type { UncertainQuantity } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';

/** The answer of a plan of a scenario with intervals. */
export interface WorldsAnswer {
  readonly why: string;
  /** With the likely value of each interval. */
  readonly simulation: Simulation;
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  /** The share of worlds in which objectives have to be met. */
  readonly keeps: number;
  readonly intervals: readonly UncertainQuantity[];
  /** The values of all intervals in each world. */
  readonly drawn: readonly (readonly number[])[];
  /** Null if it was interrupted. */
  readonly plan: WorldsPlan | null;
}
