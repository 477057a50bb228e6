import { DAY_MS } from '../../facts/index.ts';
import {
  beyond,
  billedGbBytes,
  billedMonthMs,
  includedChildren,
  includedTransferGb,
  type Terms,
  WRITTEN_GB_BYTES,
} from './terms.ts';
import type { ExactQuantity, MonthUse, Unknown, UsedAmount } from './used-amount.ts';

/** A month of a project, by a scenario or by flags. Fields that they do not state are null. */
export interface StatedUse {
  /** The logical size of the root branch when the month begins. */
  readonly storageBytes: number | null;
  /** By how much the root branch grows in a month. */
  readonly growthBytes: number;
  readonly branches: readonly ChildBranches[];
  /** The size of the restore history that is kept. */
  readonly historyBytes: number | null;
  /** The bytes that the root branch writes into its history, and for how long they are kept. */
  readonly writtenBytesPerDay: number | null;
  /** Null if the plan's default applies. */
  readonly restoreWindowMs: number | null;
  readonly snapshotBytes: number | null;
  readonly transferBytes: number | null;
  /** Parts of the transfer, by the demand that asks for them. */
  readonly transferBy: readonly { readonly demand: string; readonly bytes: number }[];
  /** Both directions together. */
  readonly privateTransferBytes: number | null;
}

/** Child branches that are alike. */
export interface ChildBranches {
  readonly count: number;
  readonly changesBytes: number;
  /** Null if it is as large as the root branch. */
  readonly sizeBytes: number | null;
  /** How long they exist from the start of the month on. Null if they exist all the time. */
  readonly lastsMs: number | null;
}

export const NOTHING_STATED: StatedUse = {
  storageBytes: null,
  growthBytes: 0,
  branches: [],
  historyBytes: null,
  writtenBytesPerDay: null,
  restoreWindowMs: null,
  snapshotBytes: null,
  transferBytes: null,
  transferBy: [],
  privateTransferBytes: null,
};

/** The amounts of a billed month in which a project uses what is stated. */
export function statedMonth(stated: StatedUse, terms: Terms): MonthUse {
  const gb = BigInt(billedGbBytes(terms) ?? WRITTEN_GB_BYTES);
  const { storageBytes, growthBytes, branches, snapshotBytes, transferBytes, privateTransferBytes } = stated;
  const ofBytes = (bytes: number): ExactQuantity => ({ amount: BigInt(bytes), per: gb });
  return {
    // A size that grows evenly is half its growth larger on average.
    ...entry('storage', storageBytes, (bytes) =>
      billedWhole(terms, { amount: 2n * BigInt(bytes) + BigInt(growthBytes), per: 2n * gb }),
    ),
    ...entry('branchStorage', branches[0], () => branchStorage(stated, terms, gb)),
    ...entry('restoreHistory', stated.historyBytes ?? stated.writtenBytesPerDay, () =>
      history(stated, terms, gb),
    ),
    ...entry('snapshots', snapshotBytes, (bytes) => snapshots(terms, ofBytes(bytes))),
    ...entry('branches', branches[0], () => extraBranches(branches, terms)),
    ...entry('transfer', transferBytes, (bytes) => transfer(terms, ofBytes(bytes))),
    ...entry('privateTransfer', privateTransferBytes, (bytes) => privateTransfer(terms, ofBytes(bytes))),
  };
}

function entry<Value>(
  line: keyof MonthUse,
  value: Value | null | undefined,
  amountOf: (value: Value) => ExactQuantity | Unknown | Beyond,
): MonthUse {
  if (value === null || value === undefined) return {};
  return { [line]: usedAmount(amountOf(value), 'stated') };
}

/** A quantity of which only a part is billed. */
export interface Beyond {
  readonly used: ExactQuantity;
  readonly billed: ExactQuantity;
}

export function usedAmount(
  found: ExactQuantity | Unknown | Beyond,
  source: UsedAmount['source'],
): UsedAmount {
  if ('kind' in found) return { unknown: found, source };
  return 'used' in found ? { ...found, source } : { used: found, billed: found, source };
}

/** A quantity that is billed as a whole, except by the free plan. */
export function billedWhole(terms: Terms, used: ExactQuantity): Beyond {
  return { used, billed: beyond(terms, used, 0) };
}

export function transfer(terms: Terms, used: ExactQuantity): Beyond | Unknown {
  const included = includedTransferGb(terms);
  if (included === null) return { kind: 'fact', fact: 'freePlanTransferGb' };
  return { used, billed: beyond(terms, used, included) };
}

export function privateTransfer(terms: Terms, used: ExactQuantity): Beyond | Unknown {
  const stated = terms.facts.privateTransfer?.value;
  if (stated === undefined) return { kind: 'fact', fact: 'privateTransfer' };
  if (!stated.plans.includes(terms.plan)) return { kind: 'plan', plans: stated.plans };
  return otherCurrency(terms) ?? billedWhole(terms, used);
}

export function snapshots(terms: Terms, used: ExactQuantity): Beyond | Unknown {
  if (terms.facts.snapshots === undefined) return { kind: 'fact', fact: 'snapshots' };
  return otherCurrency(terms) ?? billedWhole(terms, used);
}

/** A price list has no price of snapshots and private transfer, so theirs is in the currency of the facts. */
function otherCurrency({ facts, prices }: Terms): Unknown | null {
  const { currency } = facts.prices.value;
  return prices.currency === currency ? null : { kind: 'currency', currency };
}

/** How long the history of a root branch is kept. Null if neither the user nor the fact set says it. */
function restoreWindowMs({ restoreWindowMs: own }: StatedUse, { facts, plan }: Terms): number | null {
  const stated = facts.restoreWindow?.value;
  return own ?? (plan === 'free' ? stated?.longestMs.free : stated?.paidDefaultMs) ?? null;
}

function history(stated: StatedUse, terms: Terms, gb: bigint): Beyond | Unknown {
  const { historyBytes, writtenBytesPerDay } = stated;
  if (historyBytes !== null) return billedWhole(terms, { amount: BigInt(historyBytes), per: gb });
  const windowMs = restoreWindowMs(stated, terms);
  if (windowMs === null) return { kind: 'fact', fact: 'restoreWindow' };
  return billedWhole(terms, {
    amount: BigInt(writtenBytesPerDay ?? 0) * BigInt(windowMs),
    per: gb * BigInt(DAY_MS),
  });
}

function branchStorage({ branches, storageBytes }: StatedUse, terms: Terms, gb: bigint): Beyond | Unknown {
  if (terms.facts.storageRule === undefined) return { kind: 'fact', fact: 'storageRule' };
  const monthMs = billedMonthMs(terms);
  let amount = 0n;
  for (const { count, changesBytes, sizeBytes, lastsMs } of branches) {
    const size = sizeBytes ?? storageBytes;
    if (size === null) return { kind: 'needs', field: 'storage' };
    const ms = Math.min(monthMs, lastsMs ?? monthMs);
    amount += BigInt(count) * BigInt(Math.min(changesBytes, size)) * BigInt(ms);
  }
  return billedWhole(terms, { amount, per: gb * BigInt(monthMs) });
}

/** Branches are metered by the hour: those beyond the included ones count while they exist. */
function extraBranches(branches: readonly ChildBranches[], terms: Terms): Beyond | Unknown {
  const included = includedChildren(terms);
  if (included === null) return { kind: 'fact', fact: 'branches' };
  const monthMs = billedMonthMs(terms);
  const lasting = branches
    .map(({ count, lastsMs }) => ({ count, ms: Math.min(monthMs, lastsMs ?? monthMs) }))
    .sort((one, other) => one.ms - other.ms);
  let left = lasting.reduce((sum, { count }) => sum + count, 0);
  let [usedMs, extraMs, sinceMs] = [0n, 0n, 0];
  for (const { count, ms } of lasting) {
    usedMs += BigInt(left) * BigInt(ms - sinceMs);
    extraMs += BigInt(Math.max(0, left - included)) * BigInt(ms - sinceMs);
    left -= count;
    sinceMs = ms;
  }
  const per = BigInt(monthMs);
  return {
    used: { amount: usedMs, per },
    billed: { amount: terms.plan === 'free' ? 0n : extraMs, per },
  };
}
