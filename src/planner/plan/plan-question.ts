import type { Simulation } from '../../simulator/index.ts';
import type { Choices } from '../configurations/candidates.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';

export interface PlanQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** What is set today; null: nothing is. */
  readonly current: Configuration | null;
  /** The current configuration stays where it meets its objectives and another saves no more than this share. */
  readonly worthwhile: number;
  /** Only what is chosen, how sure, and what binds: no baselines, no growth, nothing of the present: a dozen runs. */
  readonly isBrief?: boolean;
  /** Every configuration is wanted that costs no more than others, whatever it breaks. */
  readonly isForStability?: boolean;
}
