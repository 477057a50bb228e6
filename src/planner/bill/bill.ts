import { costMicros } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import type { Terms } from './terms.ts';
import {
  BILL_LINES,
  type BillLineName,
  type MonthUse,
  quantityNumber,
  type Unknown,
  type UsedAmount,
} from './used-amount.ts';

export type BillUnit = 'GB-month' | 'branch-month' | 'GB';

export const BILL_UNITS: Readonly<Record<BillLineName, BillUnit>> = {
  storage: 'GB-month',
  branchStorage: 'GB-month',
  restoreHistory: 'GB-month',
  snapshots: 'GB-month',
  branches: 'branch-month',
  transfer: 'GB',
  privateTransfer: 'GB',
};

/** One line of a bill. Its quantities are in its unit. */
export interface BillLine {
  readonly line: BillLineName;
  readonly unit: BillUnit;
  readonly source: UsedAmount['source'];
  /** Null if `unknown` says why nobody knows it. */
  readonly known: {
    readonly quantity: number;
    /** The part that costs nothing. */
    readonly included: number;
    readonly microsPerUnit: number;
    readonly micros: number;
  } | null;
  readonly unknown: Unknown | null;
}

/** Returns the lines of a month that are known of, in the order of a bill. */
export function billLines(use: MonthUse, terms: Terms): BillLine[] {
  return BILL_LINES.flatMap((line) => {
    const found = use[line];
    return found === undefined ? [] : [billLine(line, found, terms)];
  });
}

function billLine(line: BillLineName, found: UsedAmount, terms: Terms): BillLine {
  const { source } = found;
  const unit = BILL_UNITS[line];
  if ('unknown' in found) return { line, unit, source, known: null, unknown: found.unknown };
  const { used, billed } = found;
  const quantity = quantityNumber(used);
  const microsPerUnit = present(billLinePrice(line, terms), 'a line with a quantity has a price');
  return {
    line,
    unit,
    source,
    known: {
      quantity,
      // The free plan bills nothing, and includes only what its quotas allow.
      included: terms.plan === 'free' ? 0 : Math.max(0, quantity - quantityNumber(billed)),
      microsPerUnit: terms.plan === 'free' ? 0 : microsPerUnit,
      micros: costMicros(billed.amount, billed.per, microsPerUnit),
    },
    unknown: null,
  };
}

/** The price of a unit of a line, in millionths. Null if the fact set states none. */
export function billLinePrice(line: BillLineName, { facts, prices }: Terms): number | null {
  switch (line) {
    case 'storage':
    case 'branchStorage':
      return prices.storageMicrosPerGbMonth;
    case 'restoreHistory':
      return prices.restoreHistoryMicrosPerGbMonth;
    case 'snapshots':
      return facts.snapshots?.value.microsPerGbMonth ?? null;
    case 'branches':
      return prices.branchMicrosPerMonth;
    case 'transfer':
      return prices.transferMicrosPerGb;
    case 'privateTransfer':
      return facts.privateTransfer?.value.microsPerGb ?? null;
  }
}

/** The sum of the lines that are known. */
export function knownMicros(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { known }) => sum + (known?.micros ?? 0), 0);
}
