import type { Chart, ResultDocument } from '../picture/index.ts';
import type { Block } from '../report/index.ts';

/** The heading of an answer is its sentence, but where it is the question: then what the charts found is. */
export function told(document: ResultDocument, charts: readonly Chart[]) {
  const { result } = document;
  const [first, ...rest] = blocksOf(document);
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

/** Where the part begins that stands below the pictures: of many databases that is a row for each. */
function firstNote({ kind }: ResultDocument, rest: readonly Block[]): number {
  if (kind === 'portfolio-plan') return rest.findLastIndex((block) => block.kind === 'table');
  return rest.at(-1)?.kind === 'notes' ? rest.length - 1 : rest.length;
}

/** What people ask first. */
const FIRST = ['cost'];

/** The words of an answer, as a command printed them. */
export function blocksOf({ result }: ResultDocument): readonly Block[] {
  return result.page as readonly Block[];
}
