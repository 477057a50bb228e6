import {
  type GrowthAhead,
  type Lasting,
  lastingOf,
  type Plan,
  type PlanQuestion,
  plan,
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
  const found = await plan(own, workUnder);
  if (!found.isWhole) return null;
  if (growth === null || found.choice === null) return { plan: found, lasting: null };
  const lasting = await lastingOf(own, found.choice, growth, workUnder);
  return lasting === null ? null : { plan: found, lasting };
}
