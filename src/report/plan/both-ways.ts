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

/** @param choice of the demand as it is; null: there is no recommendation to compare. */
export function bothWays(
  other: PlanWithout | null,
  choice: Judged | null,
  present: Judged | null,
): BothWays | null {
  if (other === null || choice === null) return null;
  const without = cheaperWithout(other, choice);
  return {
    without,
    cost: costOf(choice),
    costWithout: costOf(without),
    saving: present === null ? null : differenceOf(present, choice),
    savingWithout: other.present === null ? null : differenceOf(other.present, without),
  };
}

/** The recommendation itself may cost less without that part and break an objective. */
function cheaperWithout({ choice, asChosen }: PlanWithout, planned: Judged): Judged {
  if (choice === null) return asChosen;
  const isLess = (one: Judged) => costOf(one) < costOf(planned) * (1 - LEAST_SHARE);
  return !isLess(choice) && isLess(asChosen) && asChosen.broken.length > 0 ? asChosen : choice;
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
function differenceOf(present: Judged, other: Judged): number {
  return Number((costOf(present) - costOf(other)).toFixed(6));
}

/** A plan without a part of the demand in a document, with both savings beside it. */
export function bothWaysDocument<Without extends PlanWithout>(
  other: Without | null,
  choice: Judged | null,
  present: Judged | null,
) {
  const both = bothWays(other, choice, present);
  if (other === null || both === null) return null;
  const { saving, savingWithout } = both;
  return { ...other, saving, savingWithout };
}
