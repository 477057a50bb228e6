import type { Simulation } from '../../../engine/index.ts';
import { type Plan, type PlanQuestion, planWithout, type WorkUnder } from '../../../planner/index.ts';
import { ProblemError } from '../../../problem/index.ts';
import type { BackgroundAnswer } from '../../../report/index.ts';
import type { FoundBackground } from '../../../trace/index.ts';

/** A plan of the same demand without its background. */
export interface BackgroundPlan {
  /** null: there is no background, or nothing to compare with. */
  readonly background: BackgroundAnswer | null;
  readonly isWhole: boolean;
}

/** What the background of a trace costs: the trace is planned without it, too. */
export async function backgroundPlan(
  found: FoundBackground | null,
  { choice, isWhole }: Plan,
  question: PlanQuestion,
  simulationWithout: (found: FoundBackground) => Promise<Simulation>,
  workOn: (simulation: Simulation) => WorkUnder,
): Promise<BackgroundPlan> {
  if (found === null || choice === null || !isWhole) return { background: null, isWhole: true };
  const simulation = await readable(simulationWithout(found));
  if (simulation === null) return { background: null, isWhole: true };
  const without = await planWithout({ ...question, simulation }, choice.setting, workOn(simulation));
  if (without === null) return { background: null, isWhole: false };
  return { background: { ...found.background, ...without }, isWhole: true };
}

/** null: what is left has nothing that CPU could follow from. */
export async function readable<Read>(reading: Promise<Read>): Promise<Read | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
