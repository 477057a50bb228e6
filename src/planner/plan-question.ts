import type { Simulation } from '../engine/index.ts';
import type { Choices } from './candidates.ts';
import type { Promises } from './promises.ts';
import type { Setting } from './setting.ts';

export interface PlanQuestion {
  readonly simulation: Simulation;
  readonly promises: Promises;
  readonly choices: Choices;
  /** What is set today; null: nothing is. */
  readonly present: Setting | null;
  /** The present setting stays where it keeps its promises and another saves no more than this share. */
  readonly worthwhile: number;
  /** Only what is chosen, how sure, and what binds: no baselines, no growth, nothing of the present: a dozen runs. */
  readonly isBrief?: boolean;
  /** Every setting is wanted that costs no more than others, whatever it breaks. */
  readonly isForStability?: boolean;
}
