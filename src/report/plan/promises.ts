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
