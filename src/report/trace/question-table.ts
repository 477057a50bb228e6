import type { TraceSummary } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';

/** Which questions a trace can answer, and what would answer them better. */
export function questionTable(answer: TraceSummary): PageBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Question', align: 'left', width: 16 },
      { title: 'Answered', align: 'left' },
      { title: 'Why', align: 'left', width: 33 },
      { title: 'Add', align: 'left', width: 17 },
    ],
    rows: answer.questions.map(({ question, answerable, why, further }) => [
      question,
      answerable,
      why,
      further === null ? '-' : furtherWords(answer, further),
    ]),
  };
}

/** A column that is already there would help more as its maximum. */
export function furtherWords({ columns }: TraceSummary, quantity: TraceSummary['further']): string {
  if (quantity === null) return '';
  return columns.some((column) => column.quantity === quantity) ? `${quantity}, maximum` : quantity;
}
