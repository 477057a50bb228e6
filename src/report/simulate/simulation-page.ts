import { MICROS, SECOND_MS } from '../../facts/index.ts';
import type { ComputeResult, Simulation } from '../../simulator/index.ts';
import { billBlocks, quotaSentences } from '../bill/bill-blocks.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import type { Figure, PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { money, numberWords, span } from '../words/format.ts';
import { replicationSentence } from '../words/replication-words.ts';
import { awakePicture } from './awake-picture.ts';
import { computeFigures } from './compute-figures.ts';
import { computeTable } from './compute-table.ts';
import { demandChangeList } from './demand-change-list.ts';
import type { BesideRow, SimulationAnswer } from './simulation-answer.ts';
import { simulationSentence } from './simulation-sentence.ts';

export function simulationPage(
  answer: SimulationAnswer,
  simulation: Simulation,
  picture: readonly PageBlock[],
): PageBlock[] {
  const [only] = answer.computes;
  const one = answer.computes.length === 1 && only !== undefined;
  const costs = costFigures(answer);
  return [
    simulationHeading(answer),
    ...passedQuotas(answer, simulation),
    ...replications(simulation),
    ...warningBlocks(answer.notes),
    ...(one
      ? [computeFigures(only, costs), ...refusalList(only), ...picture, ...awakePicture(answer)]
      : [computeTable(answer), ...picture, { kind: 'figures' as const, title: null, figures: costs }]),
    ...billOfRun(answer, simulation),
    ...(answer.beside.length > 0 ? [besideTable(answer)] : []),
    ...demandChangeList(answer),
    ...noteList('How the trace became demand:', answer.notes),
    { kind: 'notes', texts: assumptionLines(simulation) },
  ];
}

/** The result in one sentence, and below it the question and what the run was made with. */
export function simulationHeading(answer: SimulationAnswer): PageBlock {
  const { why, from, until, timezone, seed, facts, plan } = answer;
  return {
    kind: 'heading',
    text: simulationSentence(answer),
    under:
      `${why} ${day(from)} to ${day(until)} UTC, times in ${timezone}; ` +
      `seed ${seed}, fact set ${facts}, plan ${plan}.`,
  };
}

/** The quotas that the project passes, whatever its configuration is. */
export function passedQuotas({ bill }: SimulationAnswer, simulation: Simulation): PageBlock[] {
  if (bill === null) return [];
  return quotaSentences(bill, simulation).map((text) => ({ kind: 'paragraph', text }));
}

/** The computes that logical replication keeps awake. */
export function replications({ computes, horizonMs }: Simulation): PageBlock[] {
  return computes.flatMap((compute): PageBlock[] => {
    const text = replicationSentence(compute, horizonMs);
    if (text === null) return [];
    return [{ kind: 'paragraph', text: computes.length === 1 ? text : `${compute.name}: ${text}` }];
  });
}

export function costFigures(answer: SimulationAnswer): Figure[] {
  return [...costFigure(answer), ...quotaFigures(answer)];
}

function costFigure({ totals, prices }: SimulationAnswer): Figure[] {
  const paid = (amount: number) => money(Math.round(amount * MICROS), prices.currency);
  return [
    [
      'Cost',
      `${paid(totals.costPerMonth)} a month (744 h); this run: ${paid(totals.cost)} for ${numberWords(totals.cuHours)} CU-hours`,
    ],
  ];
}

function quotaFigures({ months, quotaCuHours }: SimulationAnswer): Figure[] {
  if (quotaCuHours === null) return [];
  return months.map(({ month, cuHours, quotaSpentAt }) => [
    'Quota',
    quotaSpentAt === null
      ? `${month}: ${numberWords(cuHours)} of ${quotaCuHours} CU-hours`
      : `${month}: spent at ${quotaSpentAt.slice(0, 16)}Z, suspended until the next month`,
  ]);
}

/** A bill has the stated amounts as lines. */
function billOfRun(answer: SimulationAnswer, simulation: Simulation): PageBlock[] {
  return answer.bill === null ? statedAmounts(answer) : billBlocks(answer.bill, simulation);
}

function statedAmounts({ passThrough, prices }: SimulationAnswer): PageBlock[] {
  if (passThrough.length === 0) return [];
  const items = passThrough.map(
    ({ name, perMonth }) => `${name} ${money(Math.round(perMonth * MICROS), prices.currency)}`,
  );
  return [{ kind: 'paragraph', text: `Not affected by the configuration, a month: ${items.join(', ')}.` }];
}

function day(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/**
 * The same demand under other configurations, after a row for this one. For a project, a row is the sum of all
 * computes.
 */
export function besideTable({ totals, beside, prices, computes }: SimulationAnswer): PageBlock {
  const own: BesideRow = {
    name: computes.length === 1 ? 'this configuration' : 'these configurations',
    ...totals,
  };
  return {
    kind: 'table',
    columns: [
      { title: 'The same demand', align: 'left' },
      ...rightColumns('CU-hours', 'cost', 'wakes', 'throttled', 'errors'),
    ],
    rows: [own, ...beside].map(({ name, cuHours, cost, wakes, throttledSeconds, refused }) => [
      name,
      numberWords(cuHours),
      money(Math.round(cost * MICROS), prices.currency),
      String(wakes),
      span(throttledSeconds * SECOND_MS),
      String(refused),
    ]),
  };
}

/** Errors, with the messages that clients saw. */
export function refusalList({ refusals }: ComputeResult): PageBlock[] {
  if (refusals.length === 0) return [];
  const items = refusals.map(({ count, reason, message, sqlstate, firstAt }) => ({
    text: `${count} x ${reason}, first at ${firstAt.slice(0, 19)}Z`,
    under: [
      sqlstate === null ? `"${message}"` : `"${message}" (SQLSTATE ${sqlstate})`,
      ...(sqlstate === '53100' ? [DISK_REMEDIES] : []),
    ],
  }));
  return [{ kind: 'list', title: 'Errors that clients saw:', items }];
}

const DISK_REMEDIES =
  'To help, end heavy queries or sync activity, use fewer temporary files, or change the settings of third-party sync pipelines.';
