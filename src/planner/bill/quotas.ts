import { nextMonthMs } from '../../workload/index.ts';
import type { ChildBranches, StatedUse } from './stated-use.ts';
import { billedGbBytes, billedMonthMs, type Terms, WRITTEN_GB_BYTES } from './terms.ts';
import { type MonthUse, quantityNumber } from './used-amount.ts';

/** A quota of the plan in the month in which a run begins. */
export interface MonthQuota {
  readonly quota: 'storage' | 'transfer';
  readonly limitGb: number;
  /** The transfer of the month, or the largest size in it. */
  readonly usedGb: number;
  /** When the project passes the quota. Null if it stays within. */
  readonly passedAtMs: number | null;
}

/** How much a project does in each step of a time. A month is made of this time again and again. */
export interface ActivityOverTime {
  readonly startMs: number;
  readonly stepMs: number;
  readonly weights: readonly number[];
}

/** Returns the quotas of storage and transfer that the plan has and that something is known of. */
export function monthQuotas(
  stated: StatedUse,
  use: MonthUse,
  terms: Terms,
  startMs: number,
  activity: ActivityOverTime | null,
): MonthQuota[] {
  return [...storageQuota(stated, use, terms, startMs), ...transferQuota(use, terms, startMs, activity)];
}

function transferQuota(
  { transfer }: MonthUse,
  { facts, plan }: Terms,
  startMs: number,
  activity: ActivityOverTime | null,
): MonthQuota[] {
  const limitGb = facts.freePlanTransferGb?.value;
  if (plan !== 'free' || limitGb === undefined || transfer === undefined || 'unknown' in transfer) return [];
  const usedGb = quantityNumber(transfer.used);
  const share = usedGb > limitGb ? limitGb / usedGb : null;
  const passedAtMs = share === null ? null : timeOfShare(share, startMs, activity);
  return [{ quota: 'transfer', limitGb, usedGb, passedAtMs }];
}

/** When a share of what the calendar month of a time transfers has been transferred. */
function timeOfShare(share: number, startMs: number, activity: ActivityOverTime | null): number {
  const month = new Date(startMs);
  const fromMs = Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
  const untilMs = nextMonthMs(startMs);
  const total = activity?.weights.reduce((sum, weight) => sum + weight, 0) ?? 0;
  if (activity === null || total === 0) return Math.round(fromMs + share * (untilMs - fromMs));
  const { stepMs, weights, startMs: weightsFromMs } = activity;
  const weightAt = (step: number) =>
    weights[((step % weights.length) + weights.length) % weights.length] as number;
  // The steps of the month lie on those of the run, so that the first and the last can be cut.
  const steps: { readonly atMs: number; readonly ms: number; readonly amount: number }[] = [];
  for (let step = Math.floor((fromMs - weightsFromMs) / stepMs); ; step++) {
    const atMs = Math.max(fromMs, weightsFromMs + step * stepMs);
    const endMs = Math.min(untilMs, weightsFromMs + (step + 1) * stepMs);
    if (atMs >= untilMs) break;
    steps.push({ atMs, ms: endMs - atMs, amount: (weightAt(step) * (endMs - atMs)) / stepMs });
  }
  let left = share * steps.reduce((sum, { amount }) => sum + amount, 0);
  for (const { atMs, ms, amount } of steps) {
    if (amount > 0 && left <= amount) return Math.round(atMs + (left / amount) * ms);
    left -= amount;
  }
  return untilMs;
}

function storageQuota(stated: StatedUse, use: MonthUse, terms: Terms, startMs: number): MonthQuota[] {
  const limitGb = terms.facts.storageQuotaGb?.value[terms.plan] ?? null;
  if (limitGb === null) return [];
  const gb = billedGbBytes(terms) ?? WRITTEN_GB_BYTES;
  const { storageBytes, growthBytes, branches } = stated;
  if (storageBytes === null) return meteredStorage(use, limitGb);
  // The quota counts the logical size of each branch. A copy shares its data, and still has this size.
  const childBytes = branches.reduce((sum, one) => sum + one.count * sizeOf(one, storageBytes), 0);
  const [bytes, limitBytes] = [storageBytes + childBytes, limitGb * gb];
  const lastBytes = bytes + growthBytes;
  const monthMs = billedMonthMs(terms);
  const passedAtMs =
    lastBytes <= limitBytes
      ? null
      : startMs + Math.max(0, Math.ceil(((limitBytes - bytes) / Math.max(1, growthBytes)) * monthMs));
  return [{ quota: 'storage', limitGb, usedGb: lastBytes / gb, passedAtMs }];
}

function sizeOf({ sizeBytes }: ChildBranches, rootBytes: number): number {
  return sizeBytes ?? rootBytes;
}

/** Records have what is billed of a child branch in place of its size, so this is the least that counts. */
function meteredStorage({ storage, branchStorage }: MonthUse, limitGb: number): MonthQuota[] {
  const known = [storage, branchStorage].flatMap((one) =>
    one === undefined || 'unknown' in one ? [] : [quantityNumber(one.used)],
  );
  if (known.length === 0) return [];
  const usedGb = known.reduce((sum, gb) => sum + gb, 0);
  return [{ quota: 'storage', limitGb, usedGb, passedAtMs: null }];
}
