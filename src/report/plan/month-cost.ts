import { MICROS } from '../../facts/index.ts';
import type { Judged } from '../../planner/index.ts';
import { money } from '../words/format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** The cost of a month of a configuration, with the currency of the plan. */
export function monthCost({ simulation }: Pick<PlanAnswer, 'simulation'>, { outcome }: Judged): string {
  return money(Math.round(outcome.costPerMonth * MICROS), simulation.prices.currency);
}
