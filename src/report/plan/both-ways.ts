import type { Judged, PlanWithout } from '../../planner/index.ts';
import type { Background } from '../../trace/index.ts';

/** The background activity, and the plan without it. */
export type BackgroundAnswer = Background & PlanWithout;

/** The cost of a month as planned, and without a part of the demand: the background, or memory. */
export interface BothWays {
  /** The recommendation without that part. It is the recommendation with that part if only that one becomes cheaper. */
  readonly without: Judged;
  readonly cost: number;
  readonly costWithout: number;
  /**
   * The saving against the current configuration under the same demand. Negative if it costs more. Null if the current
   * configuration is unknown.
   */
  readonly saving: number | null;
  readonly savingWithout: number | null;
}

/** @param recommendation for the whole demand; null if there is none to compare with */
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

/**
 * Without that part, the recommendation of the whole demand may cost less than any other configuration and break an
 * objective.
 */
function cheaperWithout({ recommendation, asRecommended }: PlanWithout, planned: Judged): Judged {
  if (recommendation === null) return asRecommended;
  const isLess = (one: Judged) => costOf(one) < costOf(planned) * (1 - LEAST_SHARE);
  return !isLess(recommendation) && isLess(asRecommended) && asRecommended.broken.length > 0
    ? asRecommended
    : recommendation;
}

/** Whether that part changes the price, or the saving of a change. */
export function isDecisive({ cost, costWithout, saving, savingWithout }: BothWays): boolean {
  const least = LEAST_SHARE * cost;
  if (costWithout < cost - least) return true;
  return saving !== null && savingWithout !== null && Math.abs(saving - savingWithout) > least;
}

const LEAST_SHARE = 0.01;

function costOf({ outcome }: Judged): number {
  return outcome.costPerMonth;
}

/** Rounds away the floating-point noise of the subtraction. */
function differenceOf(current: Judged, other: Judged): number {
  return Number((costOf(current) - costOf(other)).toFixed(6));
}

/** A plan without a part of the demand, as a document with both savings. */
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
