import { costFloor } from '../bounds/cost-floor.ts';
import { type Judged, judged } from '../promises/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { isBetter, type Work } from '../search/search.ts';
import { type Group, groupsOf } from '../settings/candidates.ts';
import { sameSetting } from '../settings/setting.ts';
import { GROWTH_FACTORS, type Plan } from './plan.ts';
import type { PlanQuestion } from './plan-question.ts';

/** A setting that costs little more than the choice and holds far more demand. */
export interface Knee extends Judged {
  /** The largest factor of today's demand tried at which it keeps all promises. */
  readonly keptAt: number;
  readonly morePerMonth: number;
}

/**
 * Of the settings that are as large as the choice or larger and cost at most 2%, or one unit of the currency, more: the
 * cheapest of those that hold most demand. null: none holds 1.5 times what the choice does, or somebody did not want to wait.
 */
export async function kneeOf(
  { simulation, promises, choices }: Pick<PlanQuestion, 'simulation' | 'promises' | 'choices'>,
  { choice, growth }: Pick<Plan, 'choice' | 'growth'>,
  workUnder: WorkUnder,
): Promise<Knee | null> {
  if (choice === null || growth === null || growth.breaksAt === null) return null;
  const factors = GROWTH_FACTORS.filter((factor) => factor >= FAR_MORE * growth.keptAt);
  if (factors.length === 0) return null;
  const price = choice.outcome.costPerMonth;
  const mostCost = price + Math.max(LITTLE, LITTLE_SHARE * price);
  const floorOf = costFloor(simulation);
  const { size, suspendAfterMs, route } = choice.setting;
  const larger = groupsOf(simulation, choices).map((group) =>
    group.filter(
      (one) =>
        one.suspendAfterMs === suspendAfterMs &&
        one.route === route &&
        one.size.minCu >= size.minCu &&
        one.size.maxCu >= size.maxCu &&
        !sameSetting(one, choice.setting) &&
        floorOf(one) <= mostCost,
    ),
  );
  const affordable = await resultsOf(larger, workUnder(AS_ASKED), { promises, mostCost });
  const robust = new Robustness({ simulation, promises }, workUnder);
  const robustOnes = affordable === null ? null : await robust.holding(affordable);
  if (robustOnes === null) return null;
  let holding: readonly Evaluated[] = robustOnes;
  let keptAt: number | null = null;
  for (const factor of factors) {
    if (holding.length === 0) break;
    // A budget and a quota are for the demand of today.
    const within = {
      promises: { ...promises, budget: null, quota: null },
      mostCost: Number.POSITIVE_INFINITY,
    };
    const groups = larger.map((group) =>
      group.filter((setting) => holding.some((one) => sameSetting(one.setting, setting))),
    );
    const grown = await resultsOf(groups, workUnder([{ grow: factor }]), within);
    if (grown === null) return null;
    const left = holding.filter((one) => grown.some(({ setting }) => sameSetting(setting, one.setting)));
    if (left.length === 0) break;
    holding = left;
    keptAt = factor;
  }
  const [first, ...others] = holding;
  if (first === undefined || keptAt === null) return null;
  const best = others.reduce((one, other) => (isBetter(other, one, null) ? other : one), first);
  return { ...judged(best, promises), keptAt, morePerMonth: best.outcome.costPerMonth - price };
}

const FAR_MORE = 1.5;
/** In the currency of the prices, a month. */
const LITTLE = 1;
const LITTLE_SHARE = 0.02;

/** null: somebody did not want to wait. */
async function resultsOf(
  groups: readonly (readonly Evaluated['setting'][])[],
  work: Work,
  within: Parameters<Work>[1],
): Promise<Evaluated[] | null> {
  const results = await work(groups.filter((group) => group.length > 0) as unknown as Group[], within);
  return results.includes(null) ? null : results.flatMap((result) => result ?? []);
}
