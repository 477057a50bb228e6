import { MICROS } from '../../facts/index.ts';
import type { Judged } from '../../planner/index.ts';
import { money } from '../words/format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** What a month of a configuration costs, in the money of the plan. */
export function monthCost({ simulation }: Pick<PlanAnswer, 'simulation'>, { outcome }: Judged): string {
  return money(Math.round(outcome.costPerMonth * MICROS), simulation.prices.currency);
}
