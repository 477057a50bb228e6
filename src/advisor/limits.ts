import {
  OBJECTIVES,
  type ObjectiveKind,
  type ObjectiveName,
  type Outcome,
  type Plan,
} from '../planner/index.ts';
import { amount } from '../report/index.ts';

/** How far a figure may go: to so much, or so much away from that of another configuration. */
export interface Limit {
  readonly name: ObjectiveName;
  readonly bound: number;
  readonly of: 'figure' | 'difference' | 'share of the other';
  /** As it was written. */
  readonly text: string;
}

/** Limits hold for the current configuration, or for the recommendation if there is none. */
export function limitsPassedByPlan(
  { current, recommendation }: Plan,
  limits: readonly Limit[],
  currency: string,
): string[] {
  const judged = current ?? recommendation;
  return judged === null ? [] : limitsPassed(judged.outcome, limits, null, currency);
}

/** A reason for each limit that is passed. */
export function limitsPassed(
  outcome: Outcome,
  limits: readonly Limit[],
  other: Outcome | null,
  currency: string,
): string[] {
  return limits.flatMap((limit) => {
    const { name } = limit;
    const kind: ObjectiveKind = OBJECTIVES[name];
    const found = kind.of(outcome);
    const before = other === null ? null : kind.of(other);
    const bound = boundBy(limit, before);
    if (found === null || bound === null || (kind.least ? found >= bound : found <= bound)) return [];
    const words = (value: number) => amount(name, value, currency);
    // Two figures that round to the same words would contradict the sentence, so these are shown as they are.
    const shown = words(found) === words(bound) ? (value: number) => String(value) : words;
    const isOf = limit.of === 'figure' || before === null ? '' : ` (${shown(before)} ${limit.text})`;
    return [
      `${name === 'budget' ? 'cost' : name} is ${shown(found)}, ${kind.least ? 'below' : 'above'} ${shown(bound)}${isOf}`,
    ];
  });
}

/** null: the other's figure is not known, and so nothing is passed. */
function boundBy({ bound, of }: Limit, other: number | null): number | null {
  if (of === 'figure') return bound;
  if (other === null) return null;
  return of === 'difference' ? other + bound : other * (1 + bound);
}
