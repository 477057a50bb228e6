import type { Judged, PlanWithout } from '../../planner/index.ts';
import type { Background } from '../../trace/index.ts';

/** What goes on all the time, and what a plan says without it. */
export type BackgroundAnswer = Background & PlanWithout;

/** A month as planned, and without a part of the demand: the background, or memory. */
export interface BothWays {
  /** What would be recommended without it, or the recommendation itself if only that is cheaper then. */
  readonly without: Judged;
  readonly cost: number;
  readonly costWithout: number;
  /** Over the current configuration, each with the same demand. Negative: it costs more. null: nothing is set. */
  readonly saving: number | null;
  readonly savingWithout: number | null;
}

/** @param recommendation of the demand as it is; null: there is no recommendation to compare. */
export function bothWays(
  other: PlanWithout | null,
  recommendation: Judged | null,
  current: Judged | null,
): BothWays | null {
  if (other === null || recommendation === null) return null;
  const without = cheaperWithout(other, recommendation);
  return {
    without,
    cost: costOf(recommendation),
    costWithout: costOf(without),
    saving: current === null ? null : differenceOf(current, recommendation),
    savingWithout: other.current === null ? null : differenceOf(other.current, without),
  };
}

/** The recommendation itself may cost less without that part and break an objective. */
function cheaperWithout({ recommendation, asRecommended }: PlanWithout, planned: Judged): Judged {
  if (recommendation === null) return asRecommended;
  const isLess = (one: Judged) => costOf(one) < costOf(planned) * (1 - LEAST_SHARE);
  return !isLess(recommendation) && isLess(asRecommended) && asRecommended.broken.length > 0
    ? asRecommended
    : recommendation;
}

/** Whether that part changes the price, or what a change saves. */
export function isDecisive({ cost, costWithout, saving, savingWithout }: BothWays): boolean {
  const least = LEAST_SHARE * cost;
  if (costWithout < cost - least) return true;
  return saving !== null && savingWithout !== null && Math.abs(saving - savingWithout) > least;
}

const LEAST_SHARE = 0.01;

function costOf({ outcome }: Judged): number {
  return outcome.costPerMonth;
}

/** Without the noise of a subtraction in the last places. */
function differenceOf(current: Judged, other: Judged): number {
  return Number((costOf(current) - costOf(other)).toFixed(6));
}

/** A plan without a part of the demand in a document, with both savings beside it. */
export function bothWaysDocument<Without extends PlanWithout>(
  other: Without | null,
  recommendation: Judged | null,
  current: Judged | null,
) {
  const both = bothWays(other, recommendation, current);
  if (other === null || both === null) return null;
  const { saving, savingWithout } = both;
  return { ...other, saving, savingWithout };
}
