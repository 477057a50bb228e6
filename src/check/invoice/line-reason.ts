import { costMicros, type FactKey, GIB, HOUR_MS, MICROS, type PlanName } from '../../facts/index.ts';
import {
  billedGbBytes,
  billedMonthMs,
  type ExactQuantity,
  includedTransferGb,
  quantityNumber,
  type Terms,
  type Unknown,
} from '../../planner/index.ts';
import type { BilledLine, InvoiceLineName } from './billed-line.ts';
import { billedSince, isByTime, type LineAmount, linePrice } from './line-amount.ts';
import { type OtherTerms, otherTerms } from './other-terms.ts';

/** Why a line of an invoice has its amount. */
export type LineReason =
  | { readonly kind: 'as expected' }
  | { readonly kind: 'rounding' }
  /** Only the invoice says how much it was, and it has the price of the facts. */
  | { readonly kind: 'price is right' }
  /** Its quantity times its price is another amount. */
  | { readonly kind: 'arithmetic'; readonly product: number }
  /** Another price, and whose it is if a plan or a fact set has it. */
  | { readonly kind: 'price'; readonly price: number; readonly as: NamedTerms | null }
  /** The included amount was billed too. */
  | { readonly kind: 'included'; readonly included: number }
  /** The terms of another plan or fact set give this amount. */
  | { readonly kind: 'terms'; readonly as: NamedTerms }
  /** It was divided by the real hours of the month. */
  | { readonly kind: 'hours'; readonly hours: number }
  /** It was divided by 2^30 bytes. */
  | { readonly kind: 'binary GB' }
  | { readonly kind: 'quantity'; readonly billed: number; readonly expected: number }
  /** Records cover only a part of the month. */
  | { readonly kind: 'partial'; readonly known: number }
  /** The service began to bill it later. */
  | { readonly kind: 'not yet'; readonly since: string }
  | { readonly kind: 'unknown'; readonly unknown: Unknown }
  /** Only a replay says how much it was. */
  | { readonly kind: 'replayed' }
  | { readonly kind: 'no records' }
  | { readonly kind: 'no such line' }
  | { readonly kind: 'unexplained' };

interface NamedTerms {
  readonly facts: string;
  readonly plan: PlanName;
}

interface AskedLine {
  readonly line: InvoiceLineName;
  readonly billed: BilledLine;
  readonly month: { readonly fromMs: number; readonly untilMs: number };
  readonly terms: Terms;
  /** The amount by records, under these terms or others. */
  readonly amountUnder: (terms: Terms) => LineAmount | Unknown | null;
}

/** Finds the first reason that holds: first those that the invoice shows, then those that records show. */
export function lineReason(asked: AskedLine): LineReason {
  const { line, billed, terms } = asked;
  const price = linePrice(line, terms);
  const amount = asked.amountUnder(terms);
  const own = wrongProduct(asked, price) ?? statedPrice(asked, price);
  if (own !== null) return own;
  if (amount !== null && 'kind' in amount) return { kind: 'unknown', unknown: amount };
  if (price === null) return { kind: 'unknown', unknown: { kind: 'fact', fact: FACT_OF[line] ?? 'prices' } };
  if (amount === null) return withoutRecords(asked, price);
  if (amount.known < WHOLE) return { kind: 'partial', known: amount.known };
  return (
    notYet(asked) ??
    near(billed.micros, costOf(amount.billed, price)) ??
    otherAmount(asked, amount, price) ??
    otherQuantity(billed, amount) ?? { kind: 'unexplained' }
  );
}

/** A month that lacks a few minutes counts as whole. */
const WHOLE = 0.999;

const CENT = MICROS / 100;

const FACT_OF: Readonly<Record<string, FactKey>> = {
  snapshots: 'snapshots',
  privateTransfer: 'privateTransfer',
};

const costOf = ({ amount, per }: ExactQuantity, price: number) => costMicros(amount, per, price);

/** An invoice is rounded to cents, in some places more than once. */
function near(billed: number, expected: number): LineReason | null {
  const off = Math.abs(billed - expected);
  if (off <= CENT / 2) return { kind: 'as expected' };
  return off <= CENT ? { kind: 'rounding' } : null;
}

function notYet({ line, billed, month, terms }: AskedLine): LineReason | null {
  const since = billedSince(line, terms);
  return since !== null && billed.micros === 0 && month.untilMs <= Date.parse(since)
    ? { kind: 'not yet', since }
    : null;
}

/** Whether a quantity at a price gives the amount of the invoice. Its quantity has only a few decimals. */
function multiplies({ line, billed, terms }: AskedLine, price: number): boolean {
  const { quantity = 0, micros } = billed;
  // Some invoices list all transfer, and bill what is not included.
  const included = line === 'transfer' ? (includedTransferGb(terms) ?? 0) : 0;
  const decimals = String(quantity).split('.')[1]?.length ?? 0;
  const tolerance = CENT + (decimals === 0 ? 0 : 0.5 * 10 ** -decimals * price);
  return [quantity, Math.max(0, quantity - included)].some(
    (one) => Math.abs(one * price - micros) <= tolerance,
  );
}

function wrongProduct(asked: AskedLine, price: number | null): LineReason | null {
  const { quantity, priceMicros } = asked.billed;
  const used = priceMicros ?? price;
  if (quantity === undefined || used === null || multiplies(asked, used)) return null;
  if (priceMicros != null) return { kind: 'arithmetic', product: quantity * used };
  return otherPrice(asked, quantity);
}

/** The price that the invoice must have had, if it says only how much it was. */
function otherPrice(asked: AskedLine, quantity: number): LineReason | null {
  const as = otherTerms(asked.terms).find((other) => {
    const price = linePrice(asked.line, other.terms);
    return price !== null && multiplies(asked, price);
  });
  if (as !== undefined) return { kind: 'price', price: linePrice(asked.line, as.terms) ?? 0, as: named(as) };
  return quantity === 0
    ? null
    : { kind: 'price', price: Math.round(asked.billed.micros / quantity), as: null };
}

function statedPrice({ billed, line, terms }: AskedLine, price: number | null): LineReason | null {
  const own = billed.priceMicros ?? null;
  if (own === null || own === price) return null;
  const as = otherTerms(terms).find((other) => linePrice(line, other.terms) === own);
  return { kind: 'price', price: own, as: as === undefined ? null : named(as) };
}

function withoutRecords({ billed, line }: AskedLine, price: number): LineReason {
  if (billed.quantity !== undefined && price > 0) return { kind: 'price is right' };
  return line === 'compute' ? { kind: 'replayed' } : { kind: 'no records' };
}

/** Other ways to bill the records that give the amount of the invoice. */
function otherAmount(
  { line, billed, month, terms, amountUnder }: AskedLine,
  { used, billed: beyond }: LineAmount,
  price: number,
): LineReason | null {
  const gives = (quantity: ExactQuantity, at = price) => near(billed.micros, costOf(quantity, at)) !== null;
  const included = quantityNumber(used) - quantityNumber(beyond);
  if (included > 0 && gives(used)) return { kind: 'included', included };
  const monthMs = month.untilMs - month.fromMs;
  const byHours = { amount: beyond.amount * BigInt(billedMonthMs(terms)), per: beyond.per * BigInt(monthMs) };
  if (isByTime(line) && gives(byHours)) return { kind: 'hours', hours: monthMs / HOUR_MS };
  const gb = billedGbBytes(terms);
  if (gb !== null && line !== 'compute' && line !== 'branches') {
    const binary = { amount: beyond.amount * BigInt(gb), per: beyond.per * BigInt(GIB) };
    if (gives(binary)) return { kind: 'binary GB' };
  }
  for (const other of otherTerms(terms)) {
    const found = amountUnder(other.terms);
    const at = linePrice(line, other.terms);
    if (found !== null && !('kind' in found) && at !== null && gives(found.billed, at))
      return { kind: 'terms', as: named(other) };
  }
  return null;
}

function otherQuantity({ quantity }: BilledLine, { billed }: LineAmount): LineReason | null {
  return quantity === undefined
    ? null
    : { kind: 'quantity', billed: quantity, expected: quantityNumber(billed) };
}

function named({ facts, plan }: OtherTerms): NamedTerms {
  return { facts, plan };
}
