import {
  addedUp,
  billedMonthMs,
  billLinePrice,
  computeQuantity,
  type ExactQuantity,
  type MeteredSeries,
  type MonthUse,
  meteredMonth,
  meteredWithin,
  NOTHING_STATED,
  type StatedUse,
  statedMonth,
  type Terms,
  type Unknown,
} from '../../planner/index.ts';
import type { InvoiceLineName } from './billed-line.ts';

/** What is known of what was used in the month of an invoice. */
export interface UseOfMonth {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly stated: StatedUse | null;
  readonly metered: readonly MeteredSeries[];
}

/** An exact amount of a line in a month. */
export interface LineAmount {
  readonly used: ExactQuantity;
  readonly billed: ExactQuantity;
  readonly source: 'stated' | 'metered';
  /** The share of the month that the source covers. The rest is assumed to be like it. */
  readonly known: number;
}

/**
 * Returns how much of a line was used in a month. Null if nothing is known of it.
 *
 * @param isOneStorage whether the line of storage has the storage of child branches in it
 */
export function lineAmount(
  line: InvoiceLineName,
  { fromMs, untilMs, metered, stated }: UseOfMonth,
  terms: Terms,
  isOneStorage: boolean,
): LineAmount | Unknown | null {
  const lengthMs = untilMs - fromMs;
  const part = meteredWithin(metered, fromMs, untilMs);
  const known = part.coveredMs / lengthMs;
  if (line === 'compute') {
    const quantity = computeQuantity(part, lengthMs);
    return quantity && { used: quantity, billed: quantity, source: 'metered', known };
  }
  const month: MonthUse = { ...statedIn(stated, terms, lengthMs), ...meteredMonth(part, terms, lengthMs) };
  const found = month[line];
  if (found === undefined) return null;
  if ('unknown' in found) return found.unknown;
  const child = line === 'storage' && isOneStorage ? month.branchStorage : undefined;
  const of = (which: 'used' | 'billed') =>
    child === undefined || 'unknown' in child ? found[which] : addedUp(found[which], child[which]);
  const { source } = found;
  const since = billedSince(line, terms);
  const isFree = since !== null && untilMs <= Date.parse(since);
  const billed = isFree ? { amount: 0n, per: 1n } : of('billed');
  return { used: of('used'), billed, source, known: source === 'metered' ? known : 1 };
}

/** What is stated fills a calendar month, which has fewer hours than a billed one if it is short. */
function statedIn(stated: StatedUse | null, terms: Terms, lengthMs: number): MonthUse {
  const monthMs = billedMonthMs(terms);
  const shortened = ({ amount, per }: ExactQuantity): ExactQuantity => ({
    amount: amount * BigInt(lengthMs),
    per: per * BigInt(monthMs),
  });
  return Object.fromEntries(
    Object.entries(statedMonth(stated ?? NOTHING_STATED, terms)).map(([line, one]) => [
      line,
      'unknown' in one || !isByTime(line as InvoiceLineName)
        ? one
        : { ...one, used: shortened(one.used), billed: shortened(one.billed) },
    ]),
  );
}

/** The day from which a line is billed. Null if it always was. */
export function billedSince(line: InvoiceLineName, { facts }: Terms): string | null {
  return line === 'snapshots' ? (facts.snapshots?.value.billedSince ?? null) : null;
}

/** Whether a line is billed for the time in which something exists. */
export function isByTime(line: InvoiceLineName): boolean {
  return !['compute', 'transfer', 'privateTransfer'].includes(line);
}

/** The price of a unit, in millionths. Null if the fact set states none. */
export function linePrice(line: InvoiceLineName, terms: Terms): number | null {
  return line === 'compute' ? terms.prices.computeMicrosPerCuHour[terms.plan] : billLinePrice(line, terms);
}
