import {
  type FactSet,
  HOUR_MS,
  type PlanName,
  type PriceList,
  QUOTED_MONTH_HOURS,
} from '../../facts/index.ts';
import type { ExactQuantity } from './used-amount.ts';

/** The terms of a bill. A price list of the user can replace the prices of the facts. */
export interface Terms {
  readonly facts: FactSet;
  readonly plan: PlanName;
  readonly prices: PriceList;
}

/** The length of the month that has the price of a GB-month or a branch-month. */
export function billedMonthMs({ facts }: Pick<Terms, 'facts'>): number {
  return Math.round((facts.storageRule?.value.hoursPerMonth ?? QUOTED_MONTH_HOURS) * HOUR_MS);
}

/** The bytes of a GB of a price. Null if the fact set does not state them. */
export function billedGbBytes({ facts }: Pick<Terms, 'facts'>): number | null {
  return facts.storageRule?.value.bytesPerGb ?? null;
}

/** The bytes of a GB that somebody writes, if the fact set does not state another rule. */
export const WRITTEN_GB_BYTES = 1e9;

/** Transfer that costs nothing in a month. Null if the fact set does not state it. */
export function includedTransferGb({ facts, plan, prices }: Terms): number | null {
  return plan === 'free' ? (facts.freePlanTransferGb?.value ?? null) : prices.transferIncludedGb;
}

/** Child branches that cost nothing. Null if the fact set does not state them. */
export function includedChildren({ facts, plan }: Terms): number | null {
  const included = facts.branches?.value.included[plan];
  // The root branch is one of the branches that a plan includes.
  return included === undefined ? null : Math.max(0, included - 1);
}

/** Returns the part of a quantity beyond what is included. The free plan bills nothing. */
export function beyond(
  { plan }: Pick<Terms, 'plan'>,
  { amount, per }: ExactQuantity,
  included: number,
): ExactQuantity {
  if (plan === 'free') return { amount: 0n, per };
  const free = BigInt(Math.round(included * PARTS)) * per;
  const left = amount * BigInt(PARTS) - free;
  return { amount: left > 0n ? left : 0n, per: per * BigInt(PARTS) };
}

/** Included amounts have at most six decimals. */
const PARTS = 1e6;
