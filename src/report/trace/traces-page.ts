import { mergedNotes } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { span } from '../words/format.ts';
import { nextBlocks, type TraceAnswer } from './trace-page.ts';

/** The answer of `tidemark trace inspect --by`: a line for each database of a table. */
export function tracesPage(answers: readonly TraceAnswer[], next: string | null): PageBlock[] {
  const notes = mergedNotes(answers);
  return [
    { kind: 'heading', text: `${answers.length} database${answers.length === 1 ? '' : 's'}` },
    ...nextBlocks(next),
    {
      kind: 'table',
      columns: [
        { title: 'Database', align: 'left', width: 20 },
        ...rightColumns('samples', 'span', 'step', 'gaps'),
        { title: 'columns', align: 'left', width: 20 },
      ],
      rows: answers.map(({ name, samples, fromMs, untilMs, isRegular, stepMs, gaps, columns }) => [
        name,
        `${samples}`,
        span(untilMs - fromMs),
        isRegular ? span(stepMs) : 'uneven',
        `${gaps.count}`,
        columns.map(({ quantity }) => quantity).join(', '),
      ]),
    },
    ...(notes.length > 0
      ? [{ kind: 'list', title: 'How they were read:', items: notes.map((text) => ({ text })) } as const]
      : []),
  ];
}
