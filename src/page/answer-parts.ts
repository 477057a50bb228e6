import type { Chart, ResultDocument } from '../picture/index.ts';
import type { PageBlock } from '../report/index.ts';

/** Splits an answer into the parts of a page. If its heading is the question, the answer is the finding of a chart. */
export function answerParts(document: ResultDocument, charts: readonly Chart[]) {
  const { result } = document;
  const [first, ...rest] = pageBlocksOf(document);
  const why = 'why' in result ? result.why : null;
  const found = FIRST.flatMap((name) => charts.filter((chart) => chart.name === name))
    .concat(charts.slice(0, 1))
    .slice(0, 1)
    .map(({ finding }) => finding)
    .join(' ');
  const last = firstNote(document, rest);
  const [reasons, notes] = [rest.slice(0, last), rest.slice(last)];
  if (first?.kind !== 'heading') return { answer: found, question: why, under: [], reasons, notes };
  const under = first.under === undefined ? [] : [first.under];
  return first.text === why
    ? { answer: found, question: why, under, reasons, notes }
    : { answer: first.text, question: null, under, reasons, notes };
}

/** Returns where the part below the charts begins. For many databases it is the table with a row for each. */
function firstNote({ kind }: ResultDocument, rest: readonly PageBlock[]): number {
  if (kind === 'portfolio-plan') return rest.findLastIndex((block) => block.kind === 'table');
  return rest.at(-1)?.kind === 'notes' ? rest.length - 1 : rest.length;
}

/** Charts whose finding makes the best answer, the preferred ones first. */
const FIRST = ['cost'];

/** Returns the blocks of an answer, as the command printed them. */
export function pageBlocksOf({ result }: ResultDocument): readonly PageBlock[] {
  return result.page as readonly PageBlock[];
}
