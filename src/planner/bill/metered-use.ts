import { HOUR_MS } from '../../facts/index.ts';
import { type Beyond, billedWhole, privateTransfer, snapshots, transfer, usedAmount } from './stated-use.ts';
import { beyond, billedGbBytes, billedMonthMs, includedChildren, type Terms } from './terms.ts';
import type { BillLineName, ExactQuantity, MonthUse, Unknown } from './used-amount.ts';

/** The use that the service metered in a stretch of time. */
export interface MeteredSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** In CU-seconds, byte-hours, branch-hours or bytes. */
  readonly value: number;
}

/** One quantity of one project over time. */
export interface MeteredSeries {
  readonly line: BillLineName | 'compute';
  readonly project: string;
  readonly spans: readonly MeteredSpan[];
}

/** A part of the records, as long as they cover. */
interface MeteredPart {
  readonly series: readonly MeteredSeries[];
  readonly coveredMs: number;
}

/** The records of the spans that begin in a time. */
export function meteredWithin(
  series: readonly MeteredSeries[],
  fromMs: number,
  untilMs: number,
): MeteredPart {
  const within = series
    .map((one) => ({
      ...one,
      spans: one.spans.filter((span) => span.fromMs >= fromMs && span.fromMs < untilMs),
    }))
    .filter(({ spans }) => spans.length > 0);
  const covered = within.map(({ spans }) =>
    spans.reduce((sum, span) => sum + Math.min(span.untilMs, untilMs) - span.fromMs, 0),
  );
  return { series: within, coveredMs: Math.max(0, ...covered) };
}

/**
 * The amounts of a month as the service metered it.
 *
 * @param lengthMs the length of the month that is wanted: the records are projected to it
 */
export function meteredMonth({ series, coveredMs }: MeteredPart, terms: Terms, lengthMs: number): MonthUse {
  if (coveredMs === 0) return {};
  const projected = ({ amount, per }: ExactQuantity): ExactQuantity =>
    coveredMs === lengthMs
      ? { amount, per }
      : { amount: amount * BigInt(lengthMs), per: per * BigInt(coveredMs) };
  const of = (line: BillLineName, found: (own: readonly MeteredSeries[]) => Beyond | Unknown): MonthUse => {
    const own = series.filter((one) => one.line === line);
    return own.length === 0 ? {} : { [line]: usedAmount(found(own), 'metered') };
  };
  const gb = billedGbBytes(terms);
  const stored = (billed: (used: ExactQuantity) => Beyond | Unknown) => (own: readonly MeteredSeries[]) =>
    gb === null ? NO_RULE : billed(projected(perMonth(total(own, BigInt(gb)), terms)));
  const moved = (billed: (used: ExactQuantity) => Beyond | Unknown) => (own: readonly MeteredSeries[]) =>
    gb === null ? NO_RULE : billed(projected(total(own, BigInt(gb))));
  return {
    ...of(
      'storage',
      stored((used) => billedWhole(terms, used)),
    ),
    ...of(
      'branchStorage',
      stored((used) => billedWhole(terms, used)),
    ),
    ...of(
      'restoreHistory',
      stored((used) => billedWhole(terms, used)),
    ),
    ...of(
      'snapshots',
      stored((used) => snapshots(terms, used)),
    ),
    ...of('branches', (own) => extraBranches(own, terms, projected)),
    // Each project has its own included amount.
    ...of('transfer', (own) => together(own.map((one) => moved((used) => transfer(terms, used))([one])))),
    ...of(
      'privateTransfer',
      moved((used) => privateTransfer(terms, used)),
    ),
  };
}

const NO_RULE: Unknown = { kind: 'fact', fact: 'storageRule' };

/** Records have up to three decimals. */
const DECIMALS = 1000;

/** The sum of all spans of some series. */
function total(series: readonly MeteredSeries[], per: bigint): ExactQuantity {
  const amount = series
    .flatMap(({ spans }) => spans)
    .reduce((sum, { value }) => sum + thousandths(value), 0n);
  return { amount, per: per * BigInt(DECIMALS) };
}

function thousandths(value: number): bigint {
  return Number.isInteger(value) ? BigInt(value) * BigInt(DECIMALS) : BigInt(Math.round(value * DECIMALS));
}

/** The CU-hours that were metered, projected to the whole length. Null if there are no records of compute. */
export function computeQuantity({ series, coveredMs }: MeteredPart, lengthMs: number): ExactQuantity | null {
  const own = series.filter(({ line }) => line === 'compute');
  if (own.length === 0) return null;
  const { amount, per } = total(own, BigInt(SECONDS_PER_HOUR));
  return { amount: amount * BigInt(lengthMs), per: per * BigInt(coveredMs) };
}

const SECONDS_PER_HOUR = HOUR_MS / 1000;

/** Turns an amount times hours into an amount times billed months. */
function perMonth({ amount, per }: ExactQuantity, terms: Terms): ExactQuantity {
  return { amount: amount * BigInt(HOUR_MS), per: per * BigInt(billedMonthMs(terms)) };
}

/** The records count all child branches. The plan's included ones are taken off in each span. */
function extraBranches(
  series: readonly MeteredSeries[],
  terms: Terms,
  projected: (quantity: ExactQuantity) => ExactQuantity,
): Beyond | Unknown {
  const included = includedChildren(terms);
  if (included === null) return { kind: 'fact', fact: 'branches' };
  const parts = series.flatMap((one) =>
    one.spans.map((span): Beyond => {
      const used = total([{ ...one, spans: [span] }], 1n);
      const hours = (span.untilMs - span.fromMs) / HOUR_MS;
      return { used, billed: beyond(terms, used, included * hours) };
    }),
  );
  const { used, billed } = together(parts) as Beyond;
  return { used: projected(perMonth(used, terms)), billed: projected(perMonth(billed, terms)) };
}

function together(parts: readonly (Beyond | Unknown)[]): Beyond | Unknown {
  const known = parts.filter((part): part is Beyond => 'used' in part);
  const [first] = known;
  if (first === undefined || known.length < parts.length)
    return parts.find((part): part is Unknown => !('used' in part)) ?? NO_RULE;
  const sum = (of: 'used' | 'billed') => ({
    amount: known.reduce((all, part) => all + part[of].amount, 0n),
    per: first[of].per,
  });
  return { used: sum('used'), billed: sum('billed') };
}
