import type { Simulation } from '../../../engine/index.ts';
import {
  type Choices,
  memoryLeftOut,
  type Plan,
  type PlanQuestion,
  type PlanWithout,
  planWithout,
  type WorkUnder,
} from '../../../planner/index.ts';

/** A plan of the same demand without the memory that was measured. */
export interface MemoryPlan {
  /** null: memory cannot decide the size, or there is nothing to compare with. */
  readonly withoutMemory: PlanWithout | null;
  readonly isWhole: boolean;
}

/** @param choices without lower bounds of memory */
export async function memoryPlan(
  { choice, isWhole }: Plan,
  question: PlanQuestion,
  choices: Choices,
  workOn: (simulation: Simulation) => WorkUnder,
): Promise<MemoryPlan> {
  const simulation = choice === null || !isWhole ? null : memoryLeftOut(question.simulation);
  if (choice === null || simulation === null) return { withoutMemory: null, isWhole: true };
  const other = { ...question, choices, simulation };
  const withoutMemory = await planWithout(other, choice.setting, workOn(simulation));
  return { withoutMemory, isWhole: withoutMemory !== null };
}
