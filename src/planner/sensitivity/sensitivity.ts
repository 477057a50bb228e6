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
 * How the recommendation changes with each assumption by itself, those first that change it, and then what it costs,
 * most.
 */
export interface Sensitivity {
  readonly assumptions: readonly Swing[];
  /** False where somebody did not want to wait: what was not tried is not there. */
  readonly isWhole: boolean;
}

/** One assumption over its range. */
export interface Swing {
  readonly assumption: AssumptionName;
  readonly assumed: Assumed;
  /** null: what is assumed is as far out already. */
  readonly low: PlanUnder | null;
  readonly high: PlanUnder | null;
}

/** Plans again with each assumption that this demand feels at each end of its range, all others as they are. */
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

/** How much it changes the cost at most. Another choice weighs more than any cost, and none more than another. */
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
