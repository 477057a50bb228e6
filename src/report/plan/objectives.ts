import { PLAN_NAMES } from '../../facts/index.ts';
import { type Judged, OBJECTIVE_NAMES, OBJECTIVES, type ObjectiveKind } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { amount, countedWords } from '../words/objective-words.ts';
import { intervalCell } from './confidence.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** The objectives, the figures of the recommendation, and the basis of each figure. */
export function objectiveTable(answer: PlanAnswer, recommendation: Judged): PageBlock {
  const { currency } = answer.simulation.prices;
  const isSure = (answer.uncertainty.recommendation?.risk ?? null) !== null;
  const rows = OBJECTIVE_NAMES.flatMap((name): string[][] => {
    const bound = answer.objectives[name];
    const kind: ObjectiveKind = OBJECTIVES[name];
    const found = name === 'headroom' ? headroomOf(answer) : kind.of(recommendation.outcome);
    const basis = answer.basis[name];
    if (bound === null || (found === null && basis !== 'unknown')) return [];
    const isKnown = found !== null && basis !== 'unknown';
    return [
      [
        name,
        isKnown ? amount(name, found, currency) : NOT_MEASURED,
        ...(isSure ? [isKnown ? intervalCell(answer, name) : ''] : []),
        `${kind.least ? 'at least' : 'at most'} ${amount(name, bound, currency)}${countedWords(name, answer.simulation)}`,
        basis,
      ],
    ];
  });
  return {
    kind: 'table',
    columns: [
      { title: 'Objective', align: 'left' },
      ...rightColumns('actual', ...(isSure ? ['range of months'] : [])),
      { title: 'limit', align: 'left' },
      { title: 'basis', align: 'left' },
    ],
    rows,
  };
}

/** The headroom that the recommendation is known to have. */
function headroomOf({ growth, objectives }: PlanAnswer): number | null {
  return growth === null ? objectives.headroom : Number((growth.keptAt - 1).toFixed(4));
}

/** Shown if the data of a figure are missing. A run without them would seem to meet the objective. */
export const NOT_MEASURED = 'not measured';

/** If every configuration breaks the quota, the remedy is another plan of the service. */
export function quotaBlocks({ nearest, isWhole, simulation: { plan, facts } }: PlanAnswer): PageBlock[] {
  if (!isWhole || !nearest?.broken.some(({ objective }) => objective === 'quota')) return [];
  const [first, ...others] = PLAN_NAMES.filter((name) => facts.quotaCuHours.value[name] === null);
  if (first === undefined) return [];
  const without = [first, ...others].join(' and ');
  const text = `The quota belongs to the ${plan} plan; ${without} have none. --plan ${first} plans for that one.`;
  return [{ kind: 'paragraph', text }];
}
