import { type ExplainedGoal, type Goal, type GoalPart, PART_WORDS } from '../../compute/index.ts';
import { cuOf, type QuarterCu } from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { numberWords } from '../words/format.ts';

/**
 * Describes one sample in sentences: the size that each metric asks for, and which metric or which end of the range
 * decides.
 */
export function goalList(sample: number, { goal, goalCu, boundBy }: ExplainedGoal): PageBlock {
  const items = PARTS.map((part) => ({ text: partSentence(part, goal) }));
  return {
    kind: 'list',
    title: `Sample ${sample}: ${verdict(goal, goalCu, boundBy)}`,
    items: goal.incomplete && goal.goalQuarterCu !== null ? [...items, { text: LOWER_BOUND }] : items,
  };
}

const LOWER_BOUND = 'A metric is missing, so this is a lower bound: the compute can scale up, but not down.';

const PARTS: readonly GoalPart[] = ['cpu', 'memory', 'lfc'];

function verdict(goal: Goal, goalCu: number | null, boundBy: ExplainedGoal['boundBy']): string {
  if (goal.goalQuarterCu === null || goal.askedBy === null || goalCu === null) {
    return 'no goal, because there are no metrics. The size stays the same.';
  }
  const asked = `${PART_WORDS[goal.askedBy]} asks for ${cu(goal.goalQuarterCu)}`;
  if (boundBy === 'min') return `${goalCu} CU, the minimum; ${asked}.`;
  if (boundBy === 'max') return `${goalCu} CU, the maximum; ${asked}.`;
  return `${goalCu} CU, because ${asked}.`;
}

function partSentence(part: GoalPart, goal: Goal): string {
  const units = goal[part];
  const name = PART_WORDS[part];
  if (units === null) return part === 'lfc' && !goal.incomplete ? `${name}: not asked` : `${name}: not known`;
  const rounded = (part === 'cpu' ? Math.round(units) : Math.ceil(units)) as QuarterCu;
  return `${name}: ${smallNumber(units)} quarters of a CU, rounded ${part === 'cpu' ? '' : 'up '}to ${cu(rounded)}`;
}

/** A small amount must not look like zero. */
function smallNumber(units: number): string {
  return units > 0 && units < 0.01 ? 'under 0.01' : numberWords(units);
}

function cu(quarters: QuarterCu): string {
  return `${numberWords(cuOf(quarters))} CU`;
}
