import { type Judged, sameConfiguration } from '../../../planner/index.ts';
import type { PlanAnswer } from '../plan-answer.ts';

/**
 * The dearest of the configurations that the plan judged and that cost less than the recommendation; null: none does.
 */
export function nextCheaper(answer: PlanAnswer): Judged | null {
  const price = answer.recommendation?.outcome.costPerMonth ?? 0;
  return (
    others(answer)
      .filter(({ outcome }) => outcome.costPerMonth < price)
      .sort((one, other) => other.outcome.costPerMonth - one.outcome.costPerMonth)[0] ?? null
  );
}

/** The cheapest that meets all objectives, costs as much or more, and throttles or wakes less; null: none is known. */
export function nextSafer(answer: PlanAnswer): Judged | null {
  const { safer, recommendation } = answer;
  if (safer !== null && !isShown(answer, safer)) return safer;
  if (recommendation === null) return null;
  const { costPerMonth, throttledShare, wakesPerDay } = recommendation.outcome;
  return (
    others(answer)
      .filter(({ broken, outcome }) => broken.length === 0 && outcome.costPerMonth >= costPerMonth)
      .filter(({ outcome }) => outcome.throttledShare < throttledShare || outcome.wakesPerDay < wakesPerDay)
      .sort((one, other) => one.outcome.costPerMonth - other.outcome.costPerMonth)[0] ?? null
  );
}

function others(answer: PlanAnswer): Judged[] {
  const { neighbours, runnersUp, frontier, cheapest } = answer;
  return [...(cheapest === null ? [] : [cheapest]), ...neighbours, ...runnersUp, ...frontier].filter(
    (one) => !isShown(answer, one),
  );
}

/** The table has the recommendation and the current configuration already. */
function isShown({ recommendation, current }: PlanAnswer, { configuration }: Judged): boolean {
  return [recommendation, current].some(
    (one) => one !== null && sameConfiguration(one.configuration, configuration),
  );
}
