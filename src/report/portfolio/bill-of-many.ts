import { type MonthlyCost, NEAR_ERROR } from '../../check/index.ts';
import { MICROS } from '../../facts/index.ts';
import type { Configuration } from '../../planner/index.ts';
import { describeProblem, type Problem } from '../../problem/index.ts';
import { roundedError } from '../check/cause-words.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { changeWords, money, percent } from '../words/format.ts';
import { type TitledDatabase, titleOf } from './database-title.ts';

/** A bill and the databases that it covers, each replayed under its current configuration. */
export interface BillOfMany {
  /** The name of the bill: a file or a flag. */
  readonly name: string;
  readonly currency: string;
  readonly months: readonly {
    readonly fromMs: number;
    readonly computeMicros: number;
    readonly totalMicros: number;
  }[];
  readonly replayed: readonly ReplayedDatabase[];
  /** The databases that are not in the sum, and why. */
  readonly left: readonly UnreplayedDatabase[];
}

export interface ReplayedDatabase extends TitledDatabase {
  readonly configuration: Configuration;
  /** A cost for each month, in order. Null if too little of that month was replayed. */
  readonly costs: readonly (MonthlyCost | null)[];
}

export interface UnreplayedDatabase extends TitledDatabase {
  readonly problems: readonly Problem[];
}

/** The page about the bill of a list, as the whole answer. */
export function billOfManyPage(bill: BillOfMany): PageBlock[] {
  const { replayed, months, currency } = bill;
  const rows = replayed
    .map((one) => ({ one, micros: sumOf(one) }))
    .sort((a, b) => b.micros - a.micros || (titleOf(a.one) < titleOf(b.one) ? -1 : 1));
  const sum = rows.reduce((total, { micros }) => total + micros, 0);
  return [
    { kind: 'heading', text: billSentence(bill), under: `Billed: ${bill.name}. ${adviceOf(bill)}` },
    {
      kind: 'table',
      columns: [
        { title: 'month', align: 'left' },
        ...rightColumns('databases', 'replayed', 'billed', 'error', 'known'),
      ],
      rows: monthsOf(bill).map(({ month, databases, replayedMicros, billedMicros, error, known }) => [
        month,
        String(databases),
        money(replayedMicros, currency),
        money(billedMicros, currency),
        error === null ? '-' : changeWords(roundedError(error)),
        known === null ? '-' : percent(Math.round(known * 100) / 100),
      ]),
    },
    {
      kind: 'table',
      columns: [
        { title: 'database', align: 'left', width: 30, isCut: true },
        { title: 'current', align: 'left' },
        ...rightColumns(months.length === 1 ? 'replayed' : 'all months', 'share'),
      ],
      rows: rows.map(({ one, micros }) => [
        titleOf(one),
        configurationCell(one.configuration),
        money(micros, currency),
        sum === 0 ? '-' : percent(Math.round((1000 * micros) / sum) / 1000),
      ]),
    },
    ...leftList(bill),
  ];
}

/** A short form for the page of a plan. */
export function billOfManyBlocks(bill: BillOfMany): PageBlock[] {
  return [{ kind: 'paragraph', text: `${billSentence(bill)} ${adviceOf(bill)}` }, ...leftList(bill)];
}

export function billOfManyDocument(bill: BillOfMany) {
  return {
    billed: bill.name,
    months: monthsOf(bill).map(({ replayedMicros, billedMicros, totalMicros, ...month }) => ({
      ...month,
      replayed: replayedMicros / MICROS,
      billed: billedMicros / MICROS,
      total: totalMicros / MICROS,
    })),
    databases: bill.replayed.map(({ costs, ...one }) => ({
      ...one,
      costs: costs.map((cost) => (cost === null ? null : cost.micros / MICROS)),
    })),
    left: bill.left,
  };
}

function billSentence(bill: BillOfMany): string {
  const { replayed, left, currency } = bill;
  const { predicted, billed, error } = totalOf(bill);
  const count = replayed.length + left.length;
  const off =
    error === null
      ? ', with'
      : Math.abs(roundedError(error)) === 0
        ? ', the same as'
        : `, ${percent(Math.abs(roundedError(error)))} ${error > 0 ? 'more' : 'less'} than`;
  return `Replays of ${replayed.length} of ${count} databases cost ${money(predicted, currency)}${off} the ${money(billed, currency)} billed.`;
}

/** Says where to look for the difference. */
function adviceOf(bill: BillOfMany): string {
  const { error } = totalOf(bill);
  if (error !== null && Math.abs(error) <= NEAR_ERROR) return 'This is close enough to rely on.';
  if (error !== null && error > 0)
    return 'Look for databases that this bill does not cover, and for configurations in the list that are larger than the real ones.';
  return 'Look for databases that are missing from the list, and for configurations in it that are smaller than the real ones.';
}

/** Sums over the months of which anything was replayed. */
function totalOf(bill: BillOfMany) {
  const months = monthsOf(bill).filter(({ databases }) => databases > 0);
  const sum = (of: 'replayedMicros' | 'billedMicros') =>
    months.reduce((total, month) => total + month[of], 0);
  const [predicted, billed] = [sum('replayedMicros'), sum('billedMicros')];
  return { predicted, billed, error: billed === 0 ? null : (predicted - billed) / billed };
}

function monthsOf({ months, replayed }: BillOfMany) {
  return months.map(({ fromMs, computeMicros, totalMicros }, i) => {
    const costs = replayed.flatMap((one) => one.costs[i] ?? []);
    const replayedMicros = costs.reduce((total, { micros }) => total + micros, 0);
    return {
      month: new Date(fromMs).toISOString().slice(0, 7),
      databases: costs.length,
      replayedMicros,
      billedMicros: computeMicros,
      totalMicros,
      error:
        costs.length === 0 || computeMicros === 0 ? null : (replayedMicros - computeMicros) / computeMicros,
      /** The share of the month for the database with the least data. */
      known: costs.length === 0 ? null : Math.min(...costs.map(({ known }) => known)),
    };
  });
}

function sumOf({ costs }: ReplayedDatabase): number {
  return costs.reduce((total, cost) => total + (cost?.micros ?? 0), 0);
}

function leftList({ left }: BillOfMany): PageBlock[] {
  if (left.length === 0) return [];
  const items = left.map((one) => {
    const [first, ...more] = one.problems.map(describeProblem);
    return { text: `${titleOf(one)}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}` };
  });
  return [{ kind: 'list', title: 'Left out of this sum:', items }];
}
