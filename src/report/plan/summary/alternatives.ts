import { type Judged, sameConfiguration } from '../../../planner/index.ts';
import type { PlanAnswer } from '../plan-answer.ts';

/** The most expensive of the judged configurations that cost less than the recommendation. Null if there is none. */
export function nextCheaper(answer: PlanAnswer): Judged | null {
  const price = answer.recommendation?.outcome.costPerMonth ?? 0;
  return (
    others(answer)
      .filter(({ outcome }) => outcome.costPerMonth < price)
      .sort((one, other) => other.outcome.costPerMonth - one.outcome.costPerMonth)[0] ?? null
  );
}

/**
 * The cheapest configuration that meets all objectives, costs at least as much, and throttles or wakes less. Null if
 * none is known.
 */
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

/** The table already has the recommendation and the current configuration. */
function isShown({ recommendation, current }: PlanAnswer, { configuration }: Judged): boolean {
  return [recommendation, current].some(
    (one) => one !== null && sameConfiguration(one.configuration, configuration),
  );
}
