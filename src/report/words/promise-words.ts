import type { Simulation } from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import {
  type Broken,
  PROMISES,
  type PromiseKind,
  type PromiseName,
  type PromiseUnit,
} from '../../planner/index.ts';
import { underWords } from './assumption-words.ts';
import { hoursWords, money, number, span } from './format.ts';

/** `delay-p95 1.31 s, above 200 ms`. */
export function brokenWords({ promise, found, bound }: Broken, currency: string): string {
  const kind: PromiseKind = PROMISES[promise];
  return `${promise} ${amount(promise, found, currency)}, ${kind.least ? 'below' : 'above'} ${amount(promise, bound, currency)}`;
}

/** All that a setting breaks, with what it is broken under, which is the same for all of it. */
export function brokenList(broken: readonly Broken[], currency: string): string {
  const words = broken.map((one) => brokenWords(one, currency)).join('; ');
  return `${words}${underSuffix(broken, currency)}`;
}

/** `throttled, delay-p99, with 20% more demand`: names alone, for a table. */
export function brokenCell(broken: readonly Broken[], currency: string): string {
  if (broken.length === 0) return '-';
  return `${broken.map(({ promise }) => promise).join(', ')}${underSuffix(broken, currency)}`;
}

/** `, if sizes below 1 CU do not burst`; nothing where it is broken as asked. */
export function underSuffix([first]: readonly Broken[], currency: string): string {
  return first?.under === undefined ? '' : `, ${underWords(first.under, currency)}`;
}

/** What some promises are about beside their bound: `, mon-fri 09:00-17:00`. */
export function countedWords(promise: PromiseName, { counted }: Simulation): string {
  if (promise === 'cold-starts-in-hours') return `, ${hoursWords(counted.hours)}`;
  if (promise === 'delayed-over') return `, by more than ${span(counted.delayedOverMs)}`;
  return '';
}

/** Three figures; what is next to nothing is said to be. */
export function shareWords(share: number): string {
  if (share > 0 && share < 1e-5) return 'under 0.001%';
  return `${Number((share * 100).toPrecision(3))}%`;
}

/** The same in a cell. */
export function shareCell(share: number): string {
  return shareWords(share).replace('under ', '<');
}

/** A figure of a promise in its unit, rounded so that one that is above its bound does not look like it. */
export function amount(promise: PromiseName, value: number, currency: string): string {
  return amountIn(PROMISES[promise].unit, value, currency);
}

export function amountIn(unit: PromiseUnit, value: number, currency: string): string {
  switch (unit) {
    case 'share':
      return shareWords(value);
    case 'ms':
      return span(value);
    case 'per-day':
      return `${number(value)} a day`;
    case 'money':
      return money(Math.round(value * MICROS), currency);
    default:
      return number(value);
  }
}

type WithBroken = { readonly broken: readonly Broken[] };

/** The objectives that a configuration breaks as asked. */
export function brokenNow({ broken }: WithBroken): PromiseName[] {
  return broken.filter(({ under }) => under === undefined).map(({ promise }) => promise);
}

/** The objectives that it breaks only under a condition. */
export function brokenUnder({ broken }: WithBroken): PromiseName[] {
  return broken.filter(({ under }) => under !== undefined).map(({ promise }) => promise);
}

/** That condition: `with 20% more demand`; null: it breaks nothing under one. */
export function conditionOf({ broken }: WithBroken, currency: string): string | null {
  const [first] = broken.flatMap(({ under }) => (under === undefined ? [] : [under]));
  return first === undefined ? null : underWords(first, currency);
}
