import type { Judged } from '../objectives/judged.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { verdictOf } from '../plan/verdict.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { isBetter } from '../search/ranking.ts';
import {
  ASSUMPTIONS,
  type Assumed,
  type AssumptionKind,
  type AssumptionName,
} from '../sensitivity/assumptions.ts';
import { flagValue } from '../sensitivity/flag-value.ts';
import { unknownAssumptions } from '../sensitivity/known.ts';
import type { Robustness } from './robustness.ts';

/** A cheaper recommendation that would follow if somebody stated that an assumption holds. */
export interface Option {
  readonly assumption: AssumptionName;
  /** The assumed value; for `start`, the median in ms. */
  readonly assumed: Assumed;
  /**
   * The value in the form of its flag: `yes`, `measured`, `none`; null if several loads have different
   * values.
   */
  readonly value: string | null;
  readonly recommendation: Judged;
  /** The saving a month; null if there is no recommendation until somebody states the assumption. */
  readonly saves: number | null;
}

/** The results of a plan that its options follow from. */
interface Recommended {
  readonly recommendation: Judged | null;
  readonly cheapest: Judged | null;
  readonly current: Judged | null;
  /** All configurations that meet all objectives without conditions, the best first. */
  readonly keeping: readonly Evaluated[];
}

/**
 * For each assumption that nobody has measured, the plan if somebody stated it; null if the search was
 * stopped.
 */
export async function optionsOf(
  { simulation, worthwhile, current: isSet }: PlanQuestion,
  { recommendation, cheapest, current, keeping }: Recommended,
  robust: Robustness,
): Promise<Option[] | null> {
  const better = keeping.filter((one) => cheapest === null || isBetter(one, cheapest, isSet));
  const options: Option[] = [];
  for (const assumption of unknownAssumptions(simulation)) {
    const held = await robust.firstHolding(better, assumption);
    const presentHeld = await robust.holding(keepingOnly(current), assumption);
    if (held === null || presentHeld === null) return null;
    const [first] = held;
    const told = verdictOf(
      worthwhile,
      first === undefined ? cheapest : { ...first, broken: [] },
      presentHeld[0] === undefined ? current : { ...presentHeld[0], broken: [] },
    );
    const saves =
      recommendation === null || told.recommendation === null
        ? null
        : savingOf(recommendation, told.recommendation);
    if (told.recommendation === null || (saves !== null && saves <= 0)) continue;
    const kind: AssumptionKind = ASSUMPTIONS[assumption];
    const assumed = kind.of(simulation) ?? null;
    options.push({
      assumption,
      assumed,
      value: flagValue(simulation, assumption),
      recommendation: told.recommendation,
      saves,
    });
  }
  return options.sort((one, other) => (other.saves ?? 0) - (one.saves ?? 0));
}

/**
 * The current configuration if it breaks no objective without conditions, even if it breaks one under a
 * stress.
 */
function keepingOnly(current: Judged | null): Judged[] {
  return current === null || current.broken.some(({ under }) => under === undefined) ? [] : [current];
}

/** Rounds away the floating-point error of the subtraction. */
function savingOf(recommendation: Judged, cheaper: Judged): number {
  return Number((recommendation.outcome.costPerMonth - cheaper.outcome.costPerMonth).toFixed(6));
}
