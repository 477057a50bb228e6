import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import { boundWords, type Quantity, TRACE_EVENT_KINDS, type TraceSummary } from '../../trace/index.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import type { Figure, PageBlock } from '../page/page.ts';
import { percent, span, times } from '../words/format.ts';
import { dailyPicture } from './daily-picture.ts';
import { furtherWords, questionTable } from './question-table.ts';
import { traceColumnTable } from './trace-column-table.ts';

/** The answer of `tidemark trace inspect`: a summary, and how the file was read. */
export interface TraceAnswer extends TraceSummary {
  readonly notes: readonly string[];
}

/** The kind of a file, and the next command. Null if too little is known for a command. */
export interface Diagnosis {
  readonly what: string;
  readonly next: string | null;
}

export function tracePage(answer: TraceAnswer & Diagnosis): PageBlock[] {
  const { name, notes, further } = answer;
  const figures: Figure[] = [
    ['Span', spanWords(answer)],
    ['Samples', answer.samples === 0 ? 'none' : `${answer.samples}, ${stepWords(answer)}`],
    ...(answer.samples === 0 ? [] : [['Gaps', gapWords(answer)] satisfies Figure]),
    ...eventFigures(answer),
    ['Zone', answer.timezone],
    ...idleFigures(answer),
    ...lowerBoundFigures(answer),
  ];
  return [
    { kind: 'heading', text: `The trace ${name}` },
    ...warningBlocks(notes),
    ...diagnosis(answer),
    { kind: 'figures', title: null, figures },
    ...(answer.columns.length > 0 ? [traceColumnTable(answer)] : []),
    ...(answer.percentilesWithin > 0 ? [approximationNote(answer.percentilesWithin)] : []),
    ...dailyPicture(answer),
    ...noteList('How it was read:', notes),
    questionTable(answer),
    {
      kind: 'paragraph',
      text:
        further === null
          ? 'No other column would answer more.'
          : `The most useful column to add: ${furtherWords(answer, further)}.`,
    },
  ];
}

/** Names the kind of the file, its recognized columns, the columns that a question still needs, and the next step. */
function diagnosis(answer: TraceAnswer & Diagnosis): PageBlock[] {
  const { what, next, columns } = answer;
  const seen = columns.filter(({ mean }) => mean !== null);
  const recognized = seen.map(({ quantity, source }) => `${quantity} from ${source}`).join(', ');
  const figures: Figure[] = [
    ['It is', what],
    ['Recognized', recognized === '' ? 'no column' : recognized],
    ...missingFigures(answer),
  ];
  return [{ kind: 'figures', title: null, figures }, ...nextBlocks(next)];
}

/** The next command, on one line for a shell. */
export function nextBlocks(next: string | null): PageBlock[] {
  if (next === null) return [];
  const text = next.includes(USUAL_QUERY)
    ? 'Next, to paste, with what a query takes in place of 5ms, which is assumed:'
    : 'Next, to paste:';
  return [
    { kind: 'paragraph', text },
    { kind: 'picture', lines: [next] },
  ];
}

const USUAL_QUERY = '--cpu-per-query 5ms';

/** Quantities that are missing, and quantities that would help more as a maximum, with the questions that they help. */
export function missingFigures({ questions, columns }: TraceSummary): Figure[] {
  const helped = new Map<Quantity, string[]>();
  for (const { question, further } of questions)
    if (further !== null) helped.set(further, [...(helped.get(further) ?? []), question]);
  const isThere = (quantity: Quantity) =>
    columns.some((one) => one.quantity === quantity && one.mean !== null);
  const wordsOf = (quantities: readonly Quantity[]) =>
    quantities.map((one) => `${one} (${helped.get(one)?.join('; ')})`).join(', ');
  const missing = wordsOf([...helped.keys()].filter((one) => !isThere(one)));
  const coarse = wordsOf([...helped.keys()].filter(isThere));
  return [
    ['Missing', missing === '' ? 'nothing' : missing],
    ...(coarse === '' ? [] : [['As maximum', `${coarse} would say more`] satisfies Figure]),
  ];
}

/** With very many samples, percentiles are approximate. */
function approximationNote(share: number): PageBlock {
  return {
    kind: 'paragraph',
    text: `Percentiles are within ${100 * share}%, because there are very many samples.`,
  };
}

function stepWords({ isRegular, stepMs }: TraceSummary): string {
  return isRegular ? `one each ${span(stepMs)}` : `at uneven times, ${span(stepMs)} apart in the median`;
}

function eventFigures({ events }: TraceSummary): Figure[] {
  const words = TRACE_EVENT_KINDS.filter((kind) => events[kind] > 0).map((kind) => `${kind} ${events[kind]}`);
  return words.length === 0 ? [] : [['Events', words.join(', ')]];
}

function gapWords({ gaps }: TraceSummary): string {
  if (gaps.count === 0) return 'none';
  return `${gaps.count}, ${spanOfDays(gaps.totalMs)} in all, the longest ${spanOfDays(gaps.longestMs)}`;
}

function idleFigures({ idle }: TraceSummary): Figure[] {
  if (idle === null) return [];
  const { by, count, p50Ms, p95Ms, longestMs, longShare, timeShare } = idle;
  if (count === 0) return [['Idle', `never, by ${by}`]];
  return [
    [
      'Idle',
      `${times(count)}, by ${by}: ${percent(timeShare)} of the time; p50 ${span(p50Ms)}, p95 ${span(p95Ms)}, ` +
        `longest ${spanOfDays(longestMs)}; ${percent(longShare)} of them over 5 min`,
    ],
  ];
}

/** Says so even if no CPU sample is at its limit, because much else depends on that. */
function lowerBoundFigures({ hiddenDemand, bounds }: TraceSummary): Figure[] {
  const cpu =
    hiddenDemand === null
      ? []
      : [`${hiddenDemand.samples} of ${hiddenDemand.of} samples of CPU are at 90% or more of the capacity`];
  const others = bounds.filter(({ samples }) => samples > 0).map((bound) => boundWords(bound, 'samples'));
  return [...cpu, ...others].map((words) => ['Lower bounds', words]);
}

/** Uses days for long times. */
function spanOfDays(ms: number): string {
  return ms < 3 * DAY_MS ? span(ms) : `${Math.round((ms / DAY_MS) * 10) / 10} days`;
}

/** Shows seconds if the time is short. */
function spanWords({ fromMs, untilMs }: TraceSummary): string {
  const digits = untilMs - fromMs < 10 * MINUTE_MS ? 19 : 16;
  const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, digits)}Z`;
  return `${spanOfDays(untilMs - fromMs)}, from ${iso(fromMs)} to ${iso(untilMs)}`;
}
