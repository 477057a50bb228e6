import {
  AS_ASKED,
  type Choices,
  cheaperRuledOut,
  type Evaluated,
  type GrowthAhead,
  Held,
  type Lasting,
  lastingOf,
  type PlanQuestion,
  type PricedRefusal,
  type RuledOut,
  refusalOf,
  searchPlan,
  type TimedPlan,
  timedPlan,
  type WorkUnder,
  workHere,
} from '../../planner/index.ts';
import { received, type TransferableSimulation } from '../threads/transfer.ts';
import { type PlansWithout, plansWithout, type WithoutBackground } from './without.ts';

/** The complete input of one database's plan, as plain data, so that any thread can make the plan. */
export interface PlanJob extends Omit<PlanQuestion, 'simulation'> {
  readonly simulation: TransferableSimulation;
  /** Null if nobody asked how long the recommendation lasts. */
  readonly growth: GrowthAhead | null;
  /** The choices without lower bounds of memory, for a plan that leaves memory out. */
  readonly lightChoices: Choices;
  readonly without: WithoutBackground<TransferableSimulation> | null;
}

/** Comparisons without background and without memory are null if there is no recommendation. */
export interface PlannedJob extends PlansWithout {
  readonly plan: TimedPlan;
  /** Null if the open points of the fact set rule out nothing cheaper. */
  readonly ruledOut: RuledOut | null;
  /** Null if the newest fact set allows the recommendation. */
  readonly refused: PricedRefusal | null;
  /** Null if nobody asked, or if there is no recommendation. */
  readonly lasting: Lasting | null;
}

/** Makes the plan of a job. Returns null if it was stopped. */
export async function planJob(
  { simulation, growth, without, lightChoices, ...question }: PlanJob,
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
  const held = new Held();
  const searched = await searchPlan(own, watched, () => {}, held);
  const found = await timedPlan(own, searched, workUnder, held);
  if (!found.isWhole) return null;
  const ruledOut = await cheaperRuledOut(own, { recommendation: found.recommendation, evaluated }, workUnder);
  const refused = await refusalOf(own, found.recommendation, workUnder);
  if (await isStopped()) return null;
  const none = { background: null, withoutMemory: null, withoutReplication: null };
  const planned = { plan: found, ruledOut, refused, lasting: null, ...none };
  const { recommendation } = found;
  if (recommendation === null) return planned;
  const lasting = growth === null ? null : await lastingOf(own, recommendation, growth, workUnder);
  if (growth !== null && lasting === null) return null;
  const quiet = without && { ...without, simulation: received(without.simulation) };
  const plans = await plansWithout(own, recommendation.configuration, quiet, lightChoices, (other) =>
    workHere(other, isStopped),
  );
  return plans && { ...planned, lasting, ...plans };
}
