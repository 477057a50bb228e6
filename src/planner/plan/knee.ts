import { costFloor } from '../bounds/cost-floor.ts';
import { type CandidateGroup, candidateGroups } from '../configurations/candidates.ts';
import { sameConfiguration } from '../configurations/configuration.ts';
import { GROWTH_FACTORS } from '../growth/demand-growth.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { isBetter } from '../search/ranking.ts';
import type { Work } from '../search/search.ts';
import type { TimedPlan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** A configuration that costs little more than the recommendation and holds far more demand. */
export interface Knee extends Judged {
  /** The largest tried factor of today's demand at which it meets all objectives. */
  readonly keptAt: number;
  readonly morePerMonth: number;
}

/**
 * Looks at the configurations that are at least as large as the recommendation and cost at most 2%, or one
 * unit of the currency, more. Returns the one that holds the most demand; among equals, the cheapest. Null if
 * none holds 1.5 times the demand that the recommendation holds, or if the search was stopped.
 */
export async function kneeOf(
  { simulation, objectives, choices }: Pick<PlanQuestion, 'simulation' | 'objectives' | 'choices'>,
  { recommendation, growth }: Pick<TimedPlan, 'recommendation' | 'growth'>,
  workUnder: WorkUnder,
): Promise<Knee | null> {
  if (recommendation === null || growth === null || growth.breaksAt === null) return null;
  const factors = GROWTH_FACTORS.filter((factor) => factor >= FAR_MORE * growth.keptAt);
  if (factors.length === 0) return null;
  const price = recommendation.outcome.costPerMonth;
  const mostCost = price + Math.max(LITTLE, LITTLE_SHARE * price);
  const floorOf = costFloor(simulation);
  const { size, suspendAfterMs, route } = recommendation.configuration;
  const larger = candidateGroups(simulation, choices).map((group) =>
    group.filter(
      (one) =>
        one.suspendAfterMs === suspendAfterMs &&
        one.route === route &&
        one.size.minCu >= size.minCu &&
        one.size.maxCu >= size.maxCu &&
        !sameConfiguration(one, recommendation.configuration) &&
        floorOf(one) <= mostCost,
    ),
  );
  const affordable = await resultsOf(larger, workUnder(AS_ASKED), { objectives, mostCost });
  const robust = new Robustness({ simulation, objectives }, workUnder);
  const robustOnes = affordable === null ? null : await robust.holding(affordable);
  if (robustOnes === null) return null;
  let holding: readonly Evaluated[] = robustOnes;
  let keptAt: number | null = null;
  for (const factor of factors) {
    if (holding.length === 0) break;
    // Budget and quota are for today's demand only.
    const within = {
      objectives: { ...objectives, budget: null, quota: null },
      mostCost: Number.POSITIVE_INFINITY,
    };
    const groups = larger.map((group) =>
      group.filter((configuration) =>
        holding.some((one) => sameConfiguration(one.configuration, configuration)),
      ),
    );
    const grown = await resultsOf(groups, workUnder([{ grow: factor }]), within);
    if (grown === null) return null;
    const left = holding.filter((one) =>
      grown.some(({ configuration }) => sameConfiguration(configuration, one.configuration)),
    );
    if (left.length === 0) break;
    holding = left;
    keptAt = factor;
  }
  const [first, ...others] = holding;
  if (first === undefined || keptAt === null) return null;
  const best = others.reduce((one, other) => (isBetter(other, one, null) ? other : one), first);
  return { ...judged(best, objectives), keptAt, morePerMonth: best.outcome.costPerMonth - price };
}

const FAR_MORE = 1.5;
/** In the currency of the prices, a month. */
const LITTLE = 1;
const LITTLE_SHARE = 0.02;

/** Returns null if the search was stopped. */
async function resultsOf(
  groups: readonly (readonly Evaluated['configuration'][])[],
  work: Work,
  within: Parameters<Work>[1],
): Promise<Evaluated[] | null> {
  const results = await work(
    groups.filter((group) => group.length > 0) as unknown as CandidateGroup[],
    within,
  );
  return results.includes(null) ? null : results.flatMap((result) => result ?? []);
}
