import type { PlanQuestion } from '../plan/plan-question.ts';
import { bestFirst } from '../search/ranking.ts';
import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  type Assumed,
  type AssumptionKind,
  type AssumptionName,
  ENDS,
  type End,
} from './assumptions.ts';
import { changed } from './change.ts';
import { currentOf, type PlanKnown, type PlanUnder, planUnder } from './plan-under.ts';
import type { TryOut } from './tries.ts';

/**
 * How the recommendation changes with each assumption by itself. Assumptions that change it come first, then
 * those that move its cost most.
 */
export interface Sensitivity {
  readonly assumptions: readonly Swing[];
  /** False if the search was stopped, so that the assumptions not tried are missing. */
  readonly isWhole: boolean;
}

/** One assumption over its range. */
export interface Swing {
  readonly assumption: AssumptionName;
  readonly assumed: Assumed;
  /** Null if the assumed value is as far out already. */
  readonly low: PlanUnder | null;
  readonly high: PlanUnder | null;
}

/**
 * Plans again with each assumption that affects this demand, at each end of its range, with all others
 * unchanged.
 */
export async function sensitivityOf(
  question: PlanQuestion,
  known: PlanKnown,
  tryOut: TryOut,
  show: (share: number) => void = () => {},
): Promise<Sensitivity> {
  let done = 0;
  const inOrder = {
    ...known,
    evaluated: [...known.evaluated].sort(bestFirst(currentOf(question.current, known))),
  };
  const under = async (assumption: AssumptionName, end: End): Promise<PlanUnder | null | 'given up'> => {
    const change = { assumption, end };
    const simulation = changed(question.simulation, change);
    const found = simulation === null ? null : await planUnder(question, simulation, change, inOrder, tryOut);
    show(++done / (ASSUMPTION_NAMES.length * ENDS.length));
    return simulation === null ? null : (found ?? 'given up');
  };
  const all = await Promise.all(
    ASSUMPTION_NAMES.map(async (assumption) => {
      const kind: AssumptionKind = ASSUMPTIONS[assumption];
      const assumed = kind.of(question.simulation);
      const [low, high] = await Promise.all(ENDS.map((end) => under(assumption, end)));
      return { assumption, assumed, low, high };
    }),
  );
  const swings = all.flatMap(({ assumption, assumed, low, high }): Swing[] => {
    if (assumed === undefined || low === 'given up' || high === 'given up') return [];
    if (low === undefined || high === undefined || (low === null && high === null)) return [];
    return [{ assumption, assumed, low, high }];
  });
  return {
    assumptions: swings
      .map((swing) => ({ swing, weight: weightOf(swing, known) }))
      .sort((one, other) => other.weight - one.weight || 0)
      .map(({ swing }) => swing),
    isWhole: all.every(({ low, high }) => low !== 'given up' && high !== 'given up'),
  };
}

/**
 * The largest change of the cost. Another recommendation weighs more than any cost, and no recommendation
 * more than another.
 */
function weightOf({ low, high }: Swing, { recommendation: { outcome } }: PlanKnown): number {
  return Math.max(
    ...[low, high].map((one) => {
      if (one === null) return 0;
      if (one.recommendation === null) return Number.MAX_VALUE;
      const cost = Math.abs(one.recommendation.outcome.costPerMonth - outcome.costPerMonth);
      return one.isFlip ? FLIP + cost : cost;
    }),
  );
}

const FLIP = 1e12;
