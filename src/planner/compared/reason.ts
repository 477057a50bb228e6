import { sameConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Plan } from '../plan/plan.ts';

/** Why a configuration is the recommendation, or why it is not. */
export type ComparedReason =
  | 'recommended'
  | 'breaks-objective'
  | 'breaks-under-stress'
  | 'costs-more'
  | 'costs-the-same'
  | 'not-worth-a-change'
  | 'skipped-by-cost'
  | 'stopped-early'
  | 'not-a-candidate'
  | 'refused-by-facts';

/** The reason for a configuration whose outcome is known. */
export function comparedReasonOf(
  { configuration, outcome, broken }: Judged,
  { verdict, recommendation }: Pick<Plan, 'verdict' | 'recommendation'>,
  worthwhile: number,
): ComparedReason {
  if (recommendation !== null && sameConfiguration(configuration, recommendation.configuration))
    return 'recommended';
  const [first] = broken;
  if (first !== undefined) return first.under === undefined ? 'breaks-objective' : 'breaks-under-stress';
  // A plan recommends the cheapest candidate that meets all objectives.
  if (recommendation === null) return 'not-a-candidate';
  const [cost, recommended] = [outcome.costPerMonth, recommendation.outcome.costPerMonth];
  if (cost > recommended) return 'costs-more';
  if (cost === recommended) return 'costs-the-same';
  const isWorthwhile = 1 - cost / recommended > worthwhile;
  return verdict === 'keep' && !isWorthwhile ? 'not-worth-a-change' : 'not-a-candidate';
}
