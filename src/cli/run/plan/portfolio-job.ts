import { evaluateGroup, type Plan, type PlanQuestion, plan } from '../../../planner/index.ts';
import { received, type TransferableSimulation } from './transfer.ts';

/** All that the plan of one database follows from, as plain data: whoever has it can make the plan, wherever. */
export interface PlanJob extends Omit<PlanQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
}

/** The plan of a job; it is not whole where it was stopped. */
export function planJob(
  { simulation, ...question }: PlanJob,
  isStopped: () => Promise<boolean> = async () => false,
): Promise<Plan> {
  const own = received(simulation);
  return plan({ ...question, simulation: own }, async (groups, within) => {
    const results = [];
    for (const group of groups) results.push((await isStopped()) ? null : evaluateGroup(own, group, within));
    return results;
  });
}
