import { MICROS } from '../facts/index.ts';
import {
  type Broken,
  PROMISES,
  type PromiseKind,
  type PromiseName,
  type PromiseUnit,
} from '../planner/index.ts';
import { milliseconds, money, number } from './format.ts';

/** `delay-p95 1.31 s, above 200 ms`. */
export function brokenWords({ promise, found, bound }: Broken, currency: string): string {
  const kind: PromiseKind = PROMISES[promise];
  return `${promise} ${amount(promise, found, currency)}, ${kind.least ? 'below' : 'above'} ${amount(promise, bound, currency)}`;
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
      return milliseconds(value);
    case 'per-day':
      return `${number(value)} a day`;
    case 'money':
      return money(Math.round(value * MICROS), currency);
    default:
      return number(value);
  }
}
