import { type Basis, type BasisOfObjectives, FIGURES, type FigureDifference } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { NOT_MEASURED } from '../plan/objectives.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { changeWords, length } from '../words/format.ts';
import { amountIn } from '../words/objective-words.ts';
import { brokenByTimes, whenWords } from '../words/when-words.ts';
import type { Compared, ComparisonAnswer } from './comparison-answer.ts';
import { comparisonNotes } from './comparison-notes.ts';
import { comparisonSentence } from './comparison-sentence.ts';
import { differenceLabel, differenceWords } from './difference-words.ts';

export function comparePage(answer: ComparisonAnswer): PageBlock[] {
  return [
    { kind: 'heading', text: comparisonSentence(answer), under: underWords(answer) },
    ...listOf('B passes a limit:', answer.passed),
    ...listOf('Broken objectives:', brokenItems(answer)),
    ...settingTable(answer),
    ...figureTable(answer),
    ...listOf('When A and B differ most:', whenItems(answer)),
    ...listOf('The demand differs:', demandItems(answer)),
    ...listOf('Notes:', comparisonNotes(answer)),
    ...listOf('How the traces became demand:', traceNotes(answer)),
    { kind: 'notes', texts: assumptionLines(answer.of.b.simulation) },
  ];
}

function underWords(answer: ComparisonAnswer): string {
  const { of, a, b, profile } = answer;
  const { simulation } = of.b;
  return (
    `A: ${comparedWords(of.a)} (${configurationWords(a.configuration)}). B: ${comparedWords(of.b)} ` +
    `(${configurationWords(b.configuration)}). ${length(simulation.horizonMs)} from ` +
    `${new Date(simulation.startMs).toISOString().slice(0, 10)}, plan ${simulation.plan}, fact set ` +
    `${simulation.facts.name}, seed ${simulation.seed}, objectives ${profile}.`
  );
}

function comparedWords({ file, changes }: Compared): string {
  const name = file ?? 'the same';
  return changes.length === 0 ? name : `${name} with ${changes.join(', ')}`;
}

function brokenItems({ a, b, of }: ComparisonAnswer): string[] {
  return [
    ...brokenByTimes(a.broken, of.a.simulation).map((text) => `A: ${text}`),
    ...brokenByTimes(b.broken, of.b.simulation).map((text) => `B: ${text}`),
  ];
}

/** Figures that differ most at the same time share an item. */
function whenItems({ figures, of }: ComparisonAnswer): string[] {
  const byTime = new Map<string, string[]>();
  for (const { figure, when } of figures) {
    if (when == null) continue;
    const words = whenWords({ firstMs: null, ...when }, of.b.simulation, 'most');
    byTime.set(words, [...(byTime.get(words) ?? []), figure]);
  }
  return [...byTime].map(([words, names]) => `${names.join(', ')}: ${words}`);
}

function settingTable({ configurations, of }: ComparisonAnswer): PageBlock[] {
  if (configurations.length === 0) return [];
  const { currency } = of.b.simulation.prices;
  return [
    {
      kind: 'table',
      title: 'Configurations',
      columns: [
        { title: '', align: 'left', width: 36 },
        { title: 'A', align: 'left', width: 20 },
        { title: 'B', align: 'left', width: 20 },
      ],
      rows: configurations.map(({ field, a, b }) => [
        differenceLabel(field),
        differenceWords(field, a, currency),
        differenceWords(field, b, currency),
      ]),
    },
  ];
}

/** A row for each figure. Figures that are 0 or unmeasured in both are only named. */
function figureTable(answer: ComparisonAnswer): PageBlock[] {
  const figures = answer.figures.map((one) => asMeasured(answer, one));
  const known = figures.filter(({ a, b }) => a !== null || b !== null);
  const isNothing = ({ a, b }: FigureDifference) => a === 0 && b === 0;
  const nothing = known.filter(isNothing).map(({ figure }) => figure);
  const unmeasured = figures.flatMap((one) =>
    one.a === null && one.b === null && isUnknown(answer.basis.a, one) && isUnknown(answer.basis.b, one)
      ? one.figure
      : [],
  );
  return [
    {
      kind: 'table',
      title: 'Results',
      columns: [
        { title: '', align: 'left' },
        ...rightColumns('A', 'B', 'B - A', ''),
        { title: 'B is', align: 'left' },
      ],
      rows: known.filter((one) => !isNothing(one)).map((one) => figureRow(answer, one)),
    },
    ...(nothing.length === 0
      ? []
      : [{ kind: 'paragraph' as const, text: `Zero in both: ${nothing.join(', ')}.` }]),
    ...(unmeasured.length === 0
      ? []
      : [{ kind: 'paragraph' as const, text: `Not measured in either: ${unmeasured.join(', ')}.` }]),
  ];
}

/** Drops a figure that is 0, or 1 where more is better, only because its data are missing. */
function asMeasured({ basis }: ComparisonAnswer, one: FigureDifference): FigureDifference {
  const nothing = FIGURES[one.figure].better === 'more' ? 1 : 0;
  const [a, b] = [
    one.a === nothing && isUnknown(basis.a, one) ? null : one.a,
    one.b === nothing && isUnknown(basis.b, one) ? null : one.b,
  ];
  return a === one.a && b === one.b ? one : { ...one, a, b, difference: null, share: null, verdict: null };
}

function isUnknown(basis: BasisOfObjectives, { figure }: FigureDifference): boolean {
  return (basis as Readonly<Record<string, Basis>>)[figure] === 'unknown';
}

function figureRow(answer: ComparisonAnswer, one: FigureDifference): string[] {
  const { figure, a, b, difference, share, verdict } = one;
  const { unit } = FIGURES[figure];
  const currency = currencyOf(answer);
  // A figure can be missing although its data were measured, such as cold starts in hours that never came.
  const cell = (value: number | null, basis: BasisOfObjectives) => {
    if (value !== null) return amountIn(unit, value, currency);
    return isUnknown(basis, one) ? NOT_MEASURED : '-';
  };
  const [before, after] = [cell(a, answer.basis.a), cell(b, answer.basis.b)];
  const cells = [figure === 'cost' ? 'cost a month' : figure, before, after];
  if (difference === null) return [...cells, '', '', ''];
  if (before === after) return [...cells, '', '', 'the same'];
  const sign = difference < 0 ? '-' : '+';
  const size = Math.abs(difference);
  const words =
    unit === 'share' ? `${Number((size * 100).toPrecision(3))} pp` : amountIn(unit, size, currency);
  return [...cells, `${sign}${words}`, share === null ? '' : changeWords(share), verdict ?? ''];
}

/** The list is cut, so that it fits into a comment on a pull request. JSON has all of it. */
function demandItems({ demand, of }: ComparisonAnswer): string[] {
  const { currency } = of.b.simulation.prices;
  const shown = demand.slice(0, MOST_SHOWN).map(({ field, a, b }) => {
    const label = differenceLabel(field);
    if (a === null && typeof b === 'object') return `${label}: only in B`;
    if (b === null && typeof a === 'object') return `${label}: only in A`;
    const [before, after] = [a, b].map((value) => differenceWords(field, value, currency));
    return before === after ? `${label}: different` : `${label}: ${before} in A, ${after} in B`;
  });
  return demand.length <= MOST_SHOWN ? shown : [...shown, `and ${demand.length - MOST_SHOWN} more`];
}

const MOST_SHOWN = 20;

function traceNotes({ of: { a, b } }: ComparisonAnswer): readonly string[] {
  const other = b.notes.filter((note) => !a.notes.includes(note));
  if (other.length === 0) return a.notes;
  return [...a.notes.map((note) => `A: ${note}`), ...b.notes.map((note) => `B: ${note}`)];
}

function listOf(title: string, texts: readonly string[]): PageBlock[] {
  return texts.length === 0 ? [] : [{ kind: 'list', title, items: texts.map((text) => ({ text })) }];
}

function currencyOf({ of }: ComparisonAnswer): string {
  return of.b.simulation.prices.currency;
}
