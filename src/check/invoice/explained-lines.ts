import { costMicros } from '../../facts/index.ts';
import { quantityNumber, type Terms } from '../../planner/index.ts';
import type { BilledLine, InvoiceLineName } from './billed-line.ts';
import { type LineAmount, lineAmount, linePrice, type UseOfMonth } from './line-amount.ts';
import { lineOfName } from './line-names.ts';
import { type LineReason, lineReason } from './line-reason.ts';

/** A line of an invoice beside what facts and records say of it. */
export interface ExplainedLine extends BilledLine {
  /** Null if its name is not known. */
  readonly line: InvoiceLineName | null;
  /** The price of the facts. Null if they have none. */
  readonly factMicros: number | null;
  /** Null if there are no records, or no price. */
  readonly expected: ExpectedLine | null;
  readonly reason: LineReason;
}

interface ExpectedLine extends Pick<LineAmount, 'source' | 'known'> {
  readonly quantity: number;
  /** The part of the quantity that costs nothing. */
  readonly included: number;
  readonly micros: number;
}

/** Explains the lines of an invoice. */
export function explainedLines(
  billed: readonly BilledLine[],
  use: UseOfMonth,
  terms: Terms,
): ExplainedLine[] {
  const lines = billed.map(({ name }) => lineOfName(name));
  // An invoice with one line for all storage has that of child branches in it.
  const isOneStorage = !lines.includes('branchStorage');
  return billed.map((one, i): ExplainedLine => {
    const line = lines[i] ?? null;
    if (line === null)
      return { ...one, line, factMicros: null, expected: null, reason: { kind: 'no such line' } };
    const amountUnder = (other: Terms) => lineAmount(line, use, other, isOneStorage);
    return {
      ...one,
      line,
      factMicros: linePrice(line, terms),
      expected: expectedOf(amountUnder(terms), linePrice(line, terms)),
      reason: lineReason({ line, billed: one, month: use, terms, amountUnder }),
    };
  });
}

function expectedOf(amount: ReturnType<typeof lineAmount>, price: number | null): ExpectedLine | null {
  if (amount === null || 'kind' in amount || price === null) return null;
  const { used, billed, source, known } = amount;
  const quantity = quantityNumber(used);
  return {
    quantity,
    included: Math.max(0, quantity - quantityNumber(billed)),
    micros: costMicros(billed.amount, billed.per, price),
    source,
    known,
  };
}
