import {
  OBJECTIVES,
  type ObjectiveKind,
  type ObjectiveName,
  type Outcome,
  type Plan,
} from '../planner/index.ts';
import { amount } from '../report/index.ts';

/** A bound on a figure: absolute, or relative to the figure of another configuration. */
export interface FigureLimit {
  readonly name: ObjectiveName;
  readonly bound: number;
  readonly of: 'figure' | 'difference' | 'share of the other';
  /** The bound as the user wrote it. */
  readonly text: string;
}

/** Limits apply to the current configuration, or to the recommendation if there is none. */
export function limitsPassedByPlan(
  { current, recommendation }: Pick<Plan, 'current' | 'recommendation'>,
  limits: readonly FigureLimit[],
  currency: string,
): string[] {
  const judged = current ?? recommendation;
  return judged === null ? [] : limitsPassed(judged.outcome, limits, null, currency);
}

/** Returns a sentence for each limit that is exceeded. */
export function limitsPassed(
  outcome: Outcome,
  limits: readonly FigureLimit[],
  other: Outcome | null,
  currency: string,
): string[] {
  return limits.flatMap((limit) => {
    const { name } = limit;
    const kind: ObjectiveKind = OBJECTIVES[name];
    const found = kind.of(outcome);
    const before = other === null ? null : kind.of(other);
    const bound = absoluteBound(limit, before);
    if (found === null || bound === null || (kind.least ? found >= bound : found <= bound)) return [];
    const words = (value: number) => amount(name, value, currency);
    // If both figures round to the same words, the exact values are shown, or the sentence would contradict itself.
    const shown = words(found) === words(bound) ? (value: number) => String(value) : words;
    const reference = limit.of === 'figure' || before === null ? '' : ` (${shown(before)} ${limit.text})`;
    return [
      `${name === 'budget' ? 'cost' : name} is ${shown(found)}, ${kind.least ? 'below' : 'above'} ${shown(bound)}${reference}`,
    ];
  });
}

/** Null if the other figure is unknown, so that no limit is exceeded. */
function absoluteBound({ bound, of }: FigureLimit, other: number | null): number | null {
  if (of === 'figure') return bound;
  if (other === null) return null;
  return of === 'difference' ? other + bound : other * (1 + bound);
}
