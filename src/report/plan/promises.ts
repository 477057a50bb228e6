import { PLAN_NAMES } from '../../facts/index.ts';
import { type Judged, PROMISE_NAMES, PROMISES, type PromiseKind } from '../../planner/index.ts';
import type { Block } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { amount, countedWords } from '../words/promise-words.ts';
import { intervalCell } from './confidence.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** What is promised, what the choice comes to, and what that figure rests on. */
export function promiseTable(answer: PlanAnswer, choice: Judged): Block {
  const { currency } = answer.simulation.prices;
  const isSure = (answer.uncertainty.choice?.risk ?? null) !== null;
  const rows = PROMISE_NAMES.flatMap((name): string[][] => {
    const bound = answer.promises[name];
    const kind: PromiseKind = PROMISES[name];
    const found = name === 'headroom' ? headroomOf(answer) : kind.of(choice.outcome);
    const basis = answer.basis[name];
    if (bound === null || (found === null && basis !== 'unknown')) return [];
    const isTold = found !== null && basis !== 'unknown';
    return [
      [
        name,
        isTold ? amount(name, found, currency) : NOT_MEASURED,
        ...(isSure ? [isTold ? intervalCell(answer, name) : ''] : []),
        `${kind.least ? 'at least' : 'at most'} ${amount(name, bound, currency)}${countedWords(name, answer.simulation)}`,
        basis,
      ],
    ];
  });
  return {
    kind: 'table',
    columns: [
      { title: 'Promise', align: 'left' },
      ...rightColumns('comes to', ...(isSure ? ['range of months'] : [])),
      { title: 'promised', align: 'left' },
      { title: 'basis', align: 'left' },
    ],
    rows,
  };
}

/** What the choice is known to hold. */
function headroomOf({ growth, promises }: PlanAnswer): number | null {
  return growth === null ? promises.headroom : Number((growth.keptAt - 1).toFixed(4));
}

/** In place of a figure that no data stands behind: a run without the data would seem to keep the promise. */
export const NOT_MEASURED = 'not measured';

/** Where a quota is what nothing keeps to, the way out is another plan: no setting is. */
export function quotaBlocks({ nearest, isWhole, simulation: { plan, facts } }: PlanAnswer): Block[] {
  if (!isWhole || !nearest?.broken.some(({ promise }) => promise === 'quota')) return [];
  const [first, ...others] = PLAN_NAMES.filter((name) => facts.quotaCuHours.value[name] === null);
  if (first === undefined) return [];
  const without = [first, ...others].join(' and ');
  const text = `The quota is that of the ${plan} plan: ${without} have none. --plan ${first} says what to set there, and what it costs.`;
  return [{ kind: 'paragraph', text }];
}
