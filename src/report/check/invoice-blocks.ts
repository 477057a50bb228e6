import type { ExplainedLine, Invoice } from '../../check/index.ts';
import { MICROS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { money, percent } from '../words/format.ts';
import type { CheckAnswer } from './check-answer.ts';
import { errorCell } from './error-cell.ts';
import { reasonWords } from './invoice-line-words.ts';

/** The bill of each month. If more than the replay is known, its lines with their reasons. */
export function invoiceBlocks({ invoice, simulation }: CheckAnswer): PageBlock[] {
  if (invoice === null) return [];
  return invoice.months.flatMap((month) =>
    isKnown(month.lines)
      ? [
          { kind: 'paragraph', text: invoiceSentence(month, simulation) },
          reasonList(month, simulation),
          lineTable(month, simulation),
        ]
      : [replayTable(month, invoice.currency)],
  );
}

type Month = Invoice['months'][number];

/** Whether records, a scenario or the invoice itself say how much some line was. */
function isKnown(lines: readonly ExplainedLine[]): boolean {
  return lines.some(({ expected, quantity }) => expected !== null || quantity !== undefined);
}

function replayTable(month: Month, currency: string): PageBlock {
  const { known, predictedCompute, billedCompute, items, predictedTotal, billedTotal } = month;
  const paid = (amount: number) => money(Math.round(amount * MICROS), currency);
  const name = monthName(month);
  return {
    kind: 'table',
    title:
      known > 0.999
        ? `The bill of ${name}`
        : `The bill of ${name}: ${percent(Math.round(known * 1000) / 1000)} of the month was replayed, and the rest is assumed to be alike`,
    columns: [{ title: '', align: 'left' }, ...rightColumns('predicted', 'billed', 'error')],
    rows: [
      ['compute', paid(predictedCompute), paid(billedCompute), errorCell(predictedCompute, billedCompute)],
      ...items.map(({ name: item, amount }) => [item, paid(amount), paid(amount), 'passed through']),
      ['total', paid(predictedTotal), paid(billedTotal), errorCell(predictedTotal, billedTotal)],
    ],
  };
}

/** Computes each line by facts and records. Lines without records count as they were billed. */
function lineTable(month: Month, { prices, facts, plan }: Simulation): PageBlock {
  const paid = (micros: number) => money(micros, prices.currency);
  const billed = month.lines.reduce((sum, { micros }) => sum + micros, 0);
  const expected = month.lines.reduce((sum, one) => sum + (one.expected?.micros ?? one.micros), 0);
  return {
    kind: 'table',
    title: `The lines of ${monthName(month)} by the prices of ${facts.name} on the plan ${plan}`,
    columns: [{ title: '', align: 'left' }, ...rightColumns('billed', 'expected', 'difference')],
    rows: [
      ...month.lines.map((one) => [
        one.name,
        paid(one.micros),
        one.expected === null ? 'unknown' : paid(one.expected.micros),
        one.expected === null ? '' : signed(one.micros - one.expected.micros, prices.currency),
      ]),
      ['total', paid(billed), paid(expected), signed(billed - expected, prices.currency)],
    ],
  };
}

/** The largest differences first. */
function reasonList(month: Month, simulation: Simulation): PageBlock {
  const lines = [...month.lines].sort((one, other) => Math.abs(offOf(other)) - Math.abs(offOf(one)));
  return {
    kind: 'list',
    title: 'Line by line:',
    items: lines.map((one) => ({ text: `${one.name}: ${reasonWords(one, simulation)}` })),
  };
}

/** `The invoice of 2026-11 is $49.78 more than expected: Public network transfer +$40.05, Extra branches +$9.73.` */
function invoiceSentence(month: Month, { prices: { currency } }: Simulation): string {
  const off = month.lines.reduce((sum, one) => sum + offOf(one), 0);
  const parts = month.lines
    .filter((one) => Math.abs(offOf(one)) >= CENT)
    .sort((one, other) => Math.abs(offOf(other)) - Math.abs(offOf(one)))
    .map((one) => `${one.name} ${signed(offOf(one), currency)}`);
  const known = month.lines.filter(({ expected }) => expected !== null).length;
  const of = known === month.lines.length ? '' : ` (${known} of ${month.lines.length} lines are known)`;
  const name = `The invoice of ${monthName(month)}`;
  if (parts.length === 0) return `${name} is as expected${of}.`;
  const by =
    Math.abs(off) < CENT
      ? 'as expected in total'
      : `${money(Math.abs(off), currency)} ${off > 0 ? 'more' : 'less'} than expected`;
  return `${name} is ${by}${of}: ${parts.join(', ')}.`;
}

function offOf({ micros, expected }: ExplainedLine): number {
  return expected === null ? 0 : micros - expected.micros;
}

const CENT = MICROS / 100;

function signed(micros: number, currency: string): string {
  const words = money(Math.abs(micros), currency);
  if (Number.parseFloat((micros / MICROS).toFixed(2)) === 0) return money(0, currency);
  return micros < 0 ? `-${words}` : `+${words}`;
}

function monthName({ fromMs }: Month): string {
  return new Date(fromMs).toISOString().slice(0, 7);
}
