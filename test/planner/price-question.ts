import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  Held,
  type Objectives,
  type PlanQuestion,
  PROFILES,
  searchPlan,
  workHere,
} from '../../src/planner/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import { allTold } from './every-stress.ts';

/** Few choices, because tests of the price of objectives plan once for each objective. */
export const CHOICES: Choices = { ...ALL_CHOICES, highestCu: 4, timeoutsMs: [5 * MINUTE_MS, null] };
export const OBJECTIVED: Objectives = { ...PROFILES.balanced, headroom: null };

export const question = (simulation: Simulation, objectives: Objectives = OBJECTIVED): PlanQuestion => ({
  simulation: allTold(simulation),
  objectives,
  choices: CHOICES,
  current: null,
  worthwhile: 0.1,
});

/** A plan, and how far its demand may grow. */
export async function planOf(asked: PlanQuestion) {
  const held = new Held();
  const found = await searchPlan(asked, workHere(asked.simulation), () => {}, held);
  const growth = await held.growing;
  return { ...found, growth: growth === 'given up' ? null : growth };
}
