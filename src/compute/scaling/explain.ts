import { cuOf } from '../../facts/index.ts';
import { type Bounds, bound, boundBy } from './bounds.ts';
import type { Goal, GoalPart } from './goal.ts';

export interface ExplainedGoal {
  readonly goal: Goal;
  /** The goal in CU, within the range if there is one. */
  readonly goalCu: number | null;
  /** Decides the goal: the part that asks for most, or the end of the range that limits it. */
  readonly boundBy: GoalPart | 'min' | 'max' | null;
}

export function explainGoal(goal: Goal, range: Bounds | null): ExplainedGoal {
  if (goal.goalQuarterCu === null) return { goal, goalCu: null, boundBy: null };
  if (range === null) return { goal, goalCu: cuOf(goal.goalQuarterCu), boundBy: goal.askedBy };
  const by = boundBy(goal.goalQuarterCu, range);
  return { goal, goalCu: cuOf(bound(goal.goalQuarterCu, range)), boundBy: by ?? goal.askedBy };
}
