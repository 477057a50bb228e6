import type { Check, CountComparison } from '../../check/index.ts';
import { DAY_MS } from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { length, numberWords, percent } from '../words/format.ts';
import { capital, causeItems, hypothesisWords, roundedError } from './cause-words.ts';
import type { CheckAnswer } from './check-answer.ts';
import { errorCellOf } from './error-cell.ts';
import { hoursPicture } from './hours-picture.ts';
import { invoiceBlocks } from './invoice-blocks.ts';
import { savingBlock } from './saving-words.ts';

export function checkPage(answer: CheckAnswer): PageBlock[] {
  return [
    { kind: 'heading', text: checkSentence(answer), under: underWords(answer) },
    ...(answer.saving === null ? [] : [savingBlock(answer.saving, answer.simulation.prices.currency)]),
    ...causeBlocks(answer),
    ...invoiceBlocks(answer),
    figureTable(answer),
    ...dayTable(answer),
    ...hoursPicture(answer),
    ...listOf('Notes:', noteItems(answer)),
    ...listOf('How the trace became demand:', answer.notes),
    ...listOf('How the actual file was read:', answer.actualNotes),
    { kind: 'notes', texts: assumptionLines(answer.simulation) },
  ];
}

/** Below this share, most of a bill is not compute. */
const MINOR_SHARE = 0.4;

/** The error and its likeliest cause. If compute is a small part of the bill, the sentence says so first. */
export function checkSentence(answer: CheckAnswer): string {
  const { invoice } = answer;
  const share = invoice?.computeShare ?? 1;
  const minor =
    share < MINOR_SHARE
      ? `Compute is ${percent(Math.round(share * 1000) / 1000)} of this bill: no configuration changes the rest. `
      : '';
  return `${minor}${errorSentence(answer, answer.metered)} ${causeSentence(answer)}`;
}

/** @param metered where the actual figure comes from */
export function errorSentence(
  { of, total: { predicted, actual, error } }: Pick<Check, 'of' | 'total'>,
  metered: CheckAnswer['metered'],
): string {
  const unit = of === 'cu' ? 'CU-hours' : 'hours awake';
  const words = `The replay predicts ${numberWords(predicted)} ${unit}`;
  const seen = `${numberWords(actual)} ${of === 'cu' ? metered : 'seen'}`;
  if (error === null) return `${words}, with ${seen}.`;
  const rounded = roundedError(error);
  return rounded === 0
    ? `${words}, the same as the ${seen}.`
    : `${words}, ${errorWords(rounded)} the ${seen}.`;
}

function errorWords(error: number): string {
  return `${percent(Math.abs(error))} ${error > 0 ? 'more' : 'less'} than`;
}

export function causeSentence({
  verdict,
  causes,
  isConclusive,
}: Pick<Check, 'verdict' | 'causes' | 'isConclusive'>): string {
  const [first] = causes;
  if (verdict === 'near')
    return isConclusive
      ? 'This is close enough to rely on.'
      : 'This is close, as far as so few numbers can show.';
  if (verdict === 'undecided') return 'So few numbers cannot show the cause.';
  if (verdict === 'unexplained' || first === undefined)
    return 'None of the causes tried explains the difference.';
  return `The most likely cause is ${hypothesisWords(first.hypothesis)}.`;
}

function underWords({
  simulation,
  configurations,
  fromMs,
  untilMs,
  comparedMs,
  actual,
  why,
}: CheckAnswer): string {
  const inForce = configurations
    .map(
      ({ fromMs: atMs, configuration }, i) =>
        `${i === 0 ? '' : `from ${minute(atMs)} on `}${configurationWords(configuration)}`,
    )
    .join('; ');
  const missingMs = untilMs - fromMs - comparedMs;
  return (
    `${why === null ? '' : `${why} `}${actual}, ${minute(fromMs)} to ${minute(untilMs)}` +
    `${missingMs > 0 ? `, of which ${length(comparedMs)} are known` : ''}; in force: ${inForce}; plan ` +
    `${simulation.plan}, fact set ${simulation.facts.name}, seed ${simulation.seed}.`
  );
}

function causeBlocks(answer: CheckAnswer): PageBlock[] {
  const { verdict } = answer;
  const items = causeItems(answer);
  if (items.length === 0) return [];
  const title =
    verdict === 'near'
      ? 'The small difference fits best with:'
      : verdict === 'undecided'
        ? 'Each of these alone would explain it:'
        : 'Causes, the likeliest first:';
  return [{ kind: 'list', title, items: verdict === 'near' ? items.slice(0, 1) : items }];
}

function figureTable(answer: CheckAnswer): PageBlock {
  const { of, total, wakes, suspends, sizes, refused } = answer;
  const row = (what: string, { predicted, actual, error }: CountComparison) => [
    what,
    numberWords(predicted),
    actual === null ? 'unknown' : numberWords(actual),
    actual === null ? '' : errorCellOf(error),
  ];
  return {
    kind: 'table',
    columns: [{ title: '', align: 'left' }, ...rightColumns('predicted', 'actual', 'error')],
    rows: [
      row(of === 'cu' ? 'CU-hours' : 'hours awake', total),
      row('wakes', wakes),
      row('suspends', suspends),
      ...sizes.map(({ quantile, ...one }) => row(`CU awake, ${quantileWords(quantile)}`, one)),
      row('refused', refused),
    ],
  };
}

function quantileWords(quantile: number): string {
  return quantile === 1 ? 'most' : `p${quantile * 100}`;
}

/** The page shows no more days than this. JSON has all. */
const MOST_DAYS = 31;

function dayTable({ days, of }: CheckAnswer): PageBlock[] {
  if (days.length < 2) return [];
  const shown = days.slice(0, MOST_DAYS);
  const left = days.length - shown.length;
  return [
    {
      kind: 'table',
      title: `${of === 'cu' ? 'CU-hours' : 'Hours awake'} by day${left > 0 ? `, the first ${MOST_DAYS} of ${days.length}` : ''}`,
      columns: [{ title: '', align: 'left' }, ...rightColumns('predicted', 'actual', 'error')],
      rows: shown.map(({ localMs, predicted, actual, error }) => [
        `${new Date(localMs).toISOString().slice(0, 10)} ${WEEKDAYS[(Math.floor(localMs / DAY_MS) + 4) % 7]}`,
        numberWords(predicted),
        numberWords(actual),
        errorCellOf(error),
      ]),
    },
  ];
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function noteItems({ of, invoice, misfit, total }: CheckAnswer): string[] {
  return [
    ...(of === 'awake'
      ? ['Operations show when the compute was awake, but not its size, so CU-hours are not checked.']
      : []),
    ...(Math.abs(total.error ?? 0) < misfit / 4 && misfit > 0.1
      ? [
          `Hours that are too high and too low cancel out in the total: added up, they are ${percent(Math.round(misfit * 1000) / 1000)} of it.`,
        ]
      : []),
    ...(invoice?.months.some(({ known }) => known < 0.999)
      ? ['A month that the trace covers in part is projected from that part.']
      : []),
    'This file does not have the figures that are unknown; only the prediction has them.',
  ].map(capital);
}

function listOf(title: string, texts: readonly string[]): PageBlock[] {
  return texts.length === 0 ? [] : [{ kind: 'list', title, items: texts.map((text) => ({ text })) }];
}

const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')}Z`;
