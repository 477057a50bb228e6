import type { Simulation } from '../../engine/index.ts';
import type { Promises } from '../promises/promises.ts';
import type { Choices } from '../settings/candidates.ts';
import type { Setting } from '../settings/setting.ts';

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
