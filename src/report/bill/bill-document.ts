import { MICROS } from '../../facts/index.ts';
import { knownMicros } from '../../planner/index.ts';
import type { BillAnswer, ComputeMonth } from './bill-answer.ts';

/** A bill as a document has it: amounts in the currency of the answer. */
export function billDocument(bill: BillAnswer) {
  const { lines, quotas, passThrough, mostTransfer, before, after } = bill;
  return {
    before: monthOf(bill, before),
    after: monthOf(bill, after),
    lines: lines.map(({ line, unit, source, known, unknown }) => ({
      line,
      unit,
      source,
      quantity: known?.quantity ?? null,
      included: known?.included ?? null,
      price: known === null ? null : known.microsPerUnit / MICROS,
      amount: known === null ? null : known.micros / MICROS,
      unknown,
    })),
    passThrough: passThrough.map(({ name, perMonthMicros }) => ({ name, perMonth: perMonthMicros / MICROS })),
    isWhole: isWhole(bill),
    quotas: quotas.map(({ passedAtMs, ...quota }) => ({
      ...quota,
      isMet: quota.usedGb <= quota.limitGb,
      passedAt: passedAtMs === null ? null : new Date(passedAtMs).toISOString(),
    })),
    mostTransfer,
  };
}

export function isWhole({ lines }: Pick<BillAnswer, 'lines'>): boolean {
  return lines.every(({ known }) => known !== null);
}

function monthOf(bill: BillAnswer, month: ComputeMonth | null) {
  if (month === null) return null;
  const { cuHours, micros } = month;
  return { cuHours, compute: micros / MICROS, total: billTotalMicros(bill, month) / MICROS };
}

/** The sum of compute and all lines that are known. */
export function billTotalMicros({ lines, passThrough }: BillAnswer, { micros }: ComputeMonth): number {
  return (
    micros + knownMicros(lines) + passThrough.reduce((sum, { perMonthMicros }) => sum + perMonthMicros, 0)
  );
}
