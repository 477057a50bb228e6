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
  const { text, under = '' } = first;
  const line = (words: string) => (words === '' ? [] : [words]);
  if (text === why) return { answer: found, question: why, under: line(under), reasons, notes };
  // The line below a heading begins with the question, if there is one.
  return why !== null && under.startsWith(why)
    ? { answer: text, question: why, under: line(under.slice(why.length).trim()), reasons, notes }
    : { answer: text, question: null, under: line(under), reasons, notes };
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
