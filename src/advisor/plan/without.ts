import {
  type Choices,
  type Configuration,
  memoryLeftOut,
  type PlanQuestion,
  type PlanWithout,
  planWithout,
  replicationLeftOut,
  type WorkUnder,
} from '../../planner/index.ts';
import { ProblemError } from '../../problem/index.ts';
import type { BackgroundAnswer } from '../../report/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Background } from '../../trace/index.ts';
import type { Subject, TraceAssumptions } from '../subject.ts';

/** The background activity of a trace, and the demand without it. */
export interface WithoutBackground<Demand = Simulation> {
  readonly background: Background;
  readonly simulation: Demand;
}

/** Null if there is no background activity, or if the rest has nothing to derive CPU from. */
export async function withoutBackground(
  subject: Subject,
  assumed: TraceAssumptions,
): Promise<WithoutBackground | null> {
  const found = await subject.background();
  if (found === null) return null;
  try {
    const { simulation } = subject.read({ ...assumed, without: found.without });
    return { background: found.background, simulation };
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** Plans of the same demand without a part of it, to compare with the recommendation. */
export interface PlansWithout {
  /** Null if there is no background activity. */
  readonly background: BackgroundAnswer | null;
  /** Null if memory cannot decide the size. */
  readonly withoutMemory: PlanWithout | null;
  /** Null if there is no logical replication, or nothing else. */
  readonly withoutReplication: PlanWithout | null;
}

/**
 * Returns null if it was aborted.
 *
 * @param lightChoices the choices without lower bounds of memory
 */
export async function plansWithout(
  question: PlanQuestion,
  chosen: Configuration,
  quiet: WithoutBackground | null,
  lightChoices: Choices,
  workOn: (simulation: Simulation) => WorkUnder,
): Promise<PlansWithout | null> {
  const planOf = (other: PlanQuestion) => planWithout(other, chosen, workOn(other.simulation));
  const without = quiet && (await planOf({ ...question, simulation: quiet.simulation }));
  if (quiet !== null && without === null) return null;
  const light = memoryLeftOut(question.simulation);
  const withoutMemory = light && (await planOf({ ...question, choices: lightChoices, simulation: light }));
  if (light !== null && withoutMemory === null) return null;
  const asleep = replicationLeftOut(question.simulation);
  const withoutReplication = asleep && (await planOf({ ...question, simulation: asleep }));
  if (asleep !== null && withoutReplication === null) return null;
  const background = quiet && without && { ...quiet.background, ...without };
  return { background, withoutMemory, withoutReplication };
}
