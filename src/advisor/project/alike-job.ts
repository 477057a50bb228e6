import {
  type AlikePlan,
  type AlikeQuestion,
  allHolding,
  type Configuration,
  type Evaluated,
  planAlike,
  type Use,
  type UseQuestion,
  useOf,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';

/** The complete input of a plan of alike computes, as plain data, so that any thread can make it. */
export interface AlikeJob extends Omit<AlikeQuestion, 'alone'> {
  /** The alike computes, and no others. */
  readonly simulation: TransferableSimulation;
  readonly use: UseQuestion;
  /** Whether to find every configuration that meets all objectives, in place of a plan. */
  readonly isForAll: boolean;
}

export type AlikeAnswer =
  | { readonly plan: AlikePlan; readonly useToday: Use; readonly useAdvised: Use }
  | { readonly all: readonly Evaluated[] };

/** Returns null if it was stopped. */
export async function alikeJob(
  { simulation, use, isForAll, ...question }: AlikeJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<AlikeAnswer | null> {
  const alone = eachAlone(received(simulation));
  const asked = { ...question, alone };
  if (isForAll) {
    const all = await allHolding(asked, isStopped);
    return all && { all };
  }
  const plan = await planAlike(asked, isStopped);
  if (plan === null) return null;
  const used = (configuration: Configuration) => useOf(alone, configuration, use);
  const useToday = used(plan.current.configuration);
  return {
    plan,
    useToday,
    useAdvised: plan.cheapest === null ? useToday : used(plan.cheapest.configuration),
  };
}

/**
 * A simulation of each compute alone. The draws of a compute depend on its name and the seed, so each behaves as beside
 * the others.
 */
export function eachAlone(simulation: Simulation): Simulation[] {
  return simulation.computes.map((compute) => ({ ...simulation, computes: [compute] }));
}
