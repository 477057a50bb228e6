import { type FactSet, MICROS } from '../../facts/index.ts';
import {
  BILL_UNITS,
  type BillLine,
  type BillLineName,
  type BillUnit,
  type MonthQuota,
  type Unknown,
} from '../../planner/index.ts';
import { numberWords } from '../words/format.ts';

export const LINE_WORDS: Readonly<Record<BillLineName, string>> = {
  storage: 'root storage',
  branchStorage: 'child branches',
  restoreHistory: 'restore history',
  snapshots: 'snapshots',
  branches: 'extra branches',
  transfer: 'public transfer',
  privateTransfer: 'private transfer',
};

/** The unit of each line of an invoice. */
export const LINE_UNITS: Readonly<Record<BillLineName | 'compute', BillUnit | 'CU-hour'>> = {
  compute: 'CU-hour',
  ...BILL_UNITS,
};

/** A price with all its digits: `$0.106`. */
export function priceWords(micros: number, currency: string): string {
  const digits = Math.max(2, String(micros / MICROS).split('.')[1]?.length ?? 0);
  const amount = (micros / MICROS).toFixed(digits);
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}

/** @param quota the quota that the line has; null if it has none */
export function billedQuantityWords({ unit, known }: BillLine, quota: MonthQuota | null): string {
  if (known === null) return '';
  const { quantity, included } = known;
  const words = `${numberWords(quantity)} ${unit}${quantity === 1 || unit === 'GB' ? '' : 's'}`;
  if (quota !== null) return `${words}, quota ${numberWords(quota.limitGb)} GB`;
  return included > 0 ? `${words}, ${numberWords(included)} free` : words;
}

/** Why a line is unknown, and what would make it known. */
export function unknownWords(unknown: Unknown, facts: FactSet): string {
  switch (unknown.kind) {
    case 'fact':
      return `the fact set ${facts.name} does not state ${FACT_GAPS[unknown.fact] ?? unknown.fact}`;
    case 'plan':
      return `only ${unknown.plans.join(' and ')} have it`;
    case 'currency':
      return `its price is known in ${unknown.currency} only`;
    case 'needs':
      return `its ${unknown.field} is unknown too`;
  }
}

const FACT_GAPS: Readonly<Record<string, string>> = {
  freePlanTransferGb: 'how much transfer the free plan includes',
  snapshots: 'a price of snapshots',
  privateTransfer: 'a price of private transfer',
  branches: 'how many branches a plan includes',
  storageRule: 'what is billed as storage, or how many bytes a GB has',
  restoreWindow: 'how long history is kept',
};
