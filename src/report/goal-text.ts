import { type ExplainedGoal, type Goal, PART_WORDS, type Part } from '../autoscaler/index.ts';
import { cuOf, type QuarterCu } from '../facts/index.ts';
import { number } from './format.ts';
import { wrap } from './wrap.ts';

/** One sample in sentences: what each metric asks for, and which of them, or which end of the range, decides. */
export function goalText(sample: number, { goal, goalCu, boundBy }: ExplainedGoal): string {
  return [
    wrap(`Sample ${sample}: ${verdict(goal, goalCu, boundBy)}`, 2, 0),
    ...PARTS.map((part) => wrap(`- ${partSentence(part, goal)}`, 4, 2)),
    ...(goal.incomplete && goal.goalQuarterCu !== null
      ? [wrap('A metric is missing, so this is a lower bound: it can scale up, not down.', 2)]
      : []),
  ].join('\n');
}

const PARTS: readonly Part[] = ['cpu', 'memory', 'lfc'];

function verdict(goal: Goal, goalCu: number | null, boundBy: ExplainedGoal['boundBy']): string {
  if (goal.goalQuarterCu === null || goal.askedBy === null || goalCu === null) {
    return 'no goal, because no metric is there. The size stays as it is.';
  }
  const asked = `${PART_WORDS[goal.askedBy]} asks for ${cu(goal.goalQuarterCu)}`;
  if (boundBy === 'min') return `${goalCu} CU, the minimum; ${asked}.`;
  if (boundBy === 'max') return `${goalCu} CU, the maximum; ${asked}.`;
  return `${goalCu} CU, because ${asked}.`;
}

function partSentence(part: Part, goal: Goal): string {
  const units = goal[part];
  const name = PART_WORDS[part];
  if (units === null) return part === 'lfc' && !goal.incomplete ? `${name}: not asked` : `${name}: not known`;
  const rounded = (part === 'cpu' ? Math.round(units) : Math.ceil(units)) as QuarterCu;
  return `${name}: ${small(units)} quarters of a CU, rounded ${part === 'cpu' ? '' : 'up '}to ${cu(rounded)}`;
}

/** Little is not nothing. */
function small(units: number): string {
  return units > 0 && units < 0.01 ? 'under 0.01' : number(units);
}

function cu(quarters: QuarterCu): string {
  return `${number(cuOf(quarters))} CU`;
}
