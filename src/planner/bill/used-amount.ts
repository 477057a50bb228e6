import type { FactKey, PlanName } from '../../facts/index.ts';

/** An exact amount: `amount / per` units of a price, such as GB-months. */
export interface ExactQuantity {
  readonly amount: bigint;
  readonly per: bigint;
}

/** The lines of a bill except compute, in the order of a bill. */
export const BILL_LINES = [
  'storage',
  'branchStorage',
  'restoreHistory',
  'snapshots',
  'branches',
  'transfer',
  'privateTransfer',
] as const;

export type BillLineName = (typeof BILL_LINES)[number];

/** How much of one line a month uses, and how much of this is billed. */
export type UsedAmount =
  | { readonly used: ExactQuantity; readonly billed: ExactQuantity; readonly source: 'stated' | 'metered' }
  | { readonly unknown: Unknown; readonly source: 'stated' | 'metered' };

/** Why nothing can be said about a line. */
export type Unknown =
  /** The fact set does not state the fact. */
  | { readonly kind: 'fact'; readonly fact: FactKey }
  /** The plan does not offer it. */
  | { readonly kind: 'plan'; readonly plans: readonly PlanName[] }
  /** The price list is in another currency than the facts, which alone have this price. */
  | { readonly kind: 'currency'; readonly currency: string }
  /** Another quantity has to be known too. */
  | { readonly kind: 'needs'; readonly field: string };

/** A month without an entry for a line says nothing about it. */
export type MonthUse = { readonly [Line in BillLineName]?: UsedAmount };

/** Adds two quantities, whatever their parts are. */
export function addedUp(one: ExactQuantity, other: ExactQuantity): ExactQuantity {
  return { amount: one.amount * other.per + other.amount * one.per, per: one.per * other.per };
}

export function quantityNumber({ amount, per }: ExactQuantity): number {
  const whole = amount / per;
  return Number(whole) + Number(amount - whole * per) / Number(per);
}
