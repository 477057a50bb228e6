import type { Simulation } from '../../simulator/index.ts';
import type { Choices } from '../configurations/candidates.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';

export interface PlanQuestion {
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** The current configuration; null if there is none. */
  readonly current: Configuration | null;
  /**
   * The current configuration stays if it meets its objectives and another one saves no more than this share.
   */
  readonly worthwhile: number;
  /**
   * A plan of about a dozen runs: no baselines, growth, runners-up, costly objectives or times of violations.
   */
  readonly isBrief?: boolean;
  /** The search keeps configurations that break objectives, which the check of stability needs. */
  readonly isForStability?: boolean;
}
