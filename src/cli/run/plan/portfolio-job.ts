import {
  AS_ASKED,
  cheaperRuledOut,
  type Evaluated,
  type GrowthAhead,
  type Lasting,
  lastingOf,
  type Plan,
  type PlanQuestion,
  plan,
  type RuledOut,
  type WorkUnder,
  workHere,
} from '../../../planner/index.ts';
import { received, type TransferableSimulation } from '../transfer.ts';

/** All that the plan of one database follows from, as plain data: whoever has it can make the plan, wherever. */
export interface PlanJob extends Omit<PlanQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
  /** null: nobody asked how long the choice lasts. */
  readonly growth: GrowthAhead | null;
}

export interface PlannedJob {
  readonly plan: Plan;
  /** null: what the fact set leaves open rules out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** null: nobody asked, or there is no choice. */
  readonly lasting: Lasting | null;
}

/** The plan of a job; null where it was stopped. */
export async function planJob(
  { simulation, growth, ...question }: PlanJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<PlannedJob | null> {
  const own = { ...question, simulation: received(simulation) };
  const workUnder = workHere(own.simulation, isStopped);
  const evaluated: Evaluated[] = [];
  const watched: WorkUnder = (conditions) => async (groups, within) => {
    const results = await workUnder(conditions)(groups, within);
    if (conditions === AS_ASKED) evaluated.push(...results.flatMap((result) => result ?? []));
    return results;
  };
  const found = await plan(own, watched);
  if (!found.isWhole) return null;
  const ruledOut = await cheaperRuledOut(own, { choice: found.choice, evaluated }, workUnder);
  if (await isStopped()) return null;
  if (growth === null || found.choice === null) return { plan: found, ruledOut, lasting: null };
  const lasting = await lastingOf(own, found.choice, growth, workUnder);
  return lasting === null ? null : { plan: found, ruledOut, lasting };
}
