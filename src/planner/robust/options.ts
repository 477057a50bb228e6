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

/** What would be recommended for less if somebody told that an assumption holds. */
export interface Option {
  readonly assumption: AssumptionName;
  /** As it is assumed; of start the median in ms. */
  readonly assumed: Assumed;
  /** The same as a flag has it: `yes`, `300ms/600ms`, `none`; null: of several loads each has another. */
  readonly value: string | null;
  readonly recommendation: Judged;
  /** A month; null: nothing is recommended as long as nobody tells it. */
  readonly saves: number | null;
}

/** What a plan has found, of which options are part. */
interface Recommended {
  readonly recommendation: Judged | null;
  readonly cheapest: Judged | null;
  readonly current: Judged | null;
  /** All that meet all objectives as asked, the best first. */
  readonly keeping: readonly Evaluated[];
}

/** For each assumption that nobody has measured, what a plan would say that is told it; null: given up. */
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

/** As asked it breaks nothing, whatever it does under a stress. */
function keepingOnly(current: Judged | null): Judged[] {
  return current === null || current.broken.some(({ under }) => under === undefined) ? [] : [current];
}

/** Without the noise of a subtraction in the last places. */
function savingOf(recommendation: Judged, cheaper: Judged): number {
  return Number((recommendation.outcome.costPerMonth - cheaper.outcome.costPerMonth).toFixed(6));
}
