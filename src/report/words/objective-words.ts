import { MICROS } from '../../facts/index.ts';
import {
  type Broken,
  OBJECTIVES,
  type ObjectiveKind,
  type ObjectiveName,
  type ObjectiveUnit,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { underWords } from './assumption-words.ts';
import { hoursWords, money, numberWords, span } from './format.ts';

/** `delay-p95 1.31 s, above 200 ms`. */
export function brokenWords({ objective, found, bound }: Broken, currency: string): string {
  const kind: ObjectiveKind = OBJECTIVES[objective];
  return `${objective} ${amount(objective, found, currency)}, ${kind.least ? 'below' : 'above'} ${amount(objective, bound, currency)}`;
}

/** All objectives that a configuration breaks, and the condition, which is the same for all. */
export function brokenList(broken: readonly Broken[], currency: string): string {
  const words = broken.map((one) => brokenWords(one, currency)).join('; ');
  return `${words}${underSuffix(broken, currency)}`;
}

/** `delay-p99 (5.63 s, limit 2 s) and 2 more, with 20% more demand`: names only the first, for a sentence. */
export function brokenShortly(broken: readonly Broken[], currency: string): string {
  const [first] = broken;
  if (first === undefined) return 'nothing';
  const [found, limit] = [first.found, first.bound].map((value) => amount(first.objective, value, currency));
  return `${first.objective} (${found}, limit ${limit})${othersWords(broken.length - 1)}${underSuffix(broken, currency)}`;
}

/** `throttled, delay-p99 and 2 more, with 20% more demand`: only names, for a table. */
export function brokenCell(
  broken: readonly Broken[],
  currency: string,
  most = Number.POSITIVE_INFINITY,
): string {
  if (broken.length === 0) return '-';
  const names = broken.slice(0, most).map(({ objective }) => objective);
  return `${names.join(', ')}${othersWords(broken.length - names.length)}${underSuffix(broken, currency)}`;
}

function othersWords(count: number): string {
  return count === 0 ? '' : ` and ${count} more`;
}

/** `, if sizes below 1 CU do not burst`. Empty if the objective is broken without a condition. */
export function underSuffix([first]: readonly Broken[], currency: string): string {
  return first?.under === undefined ? '' : `, ${underWords(first.under, currency)}`;
}

/** Says what an objective counts, for objectives that depend on more than a bound: `, mon-fri 09:00-17:00`. */
export function countedWords(objective: ObjectiveName, { counted }: Simulation): string {
  if (objective === 'cold-starts-in-hours') return `, ${hoursWords(counted.hours)}`;
  if (objective === 'delayed-over') return `, by more than ${span(counted.delayedOverMs)}`;
  return '';
}

/** Three digits. A tiny share does not look like zero. */
export function shareWords(share: number): string {
  if (share > 0 && share < 1e-5) return 'under 0.001%';
  return `${Number((share * 100).toPrecision(3))}%`;
}

/** The form for a cell. */
export function shareCell(share: number): string {
  return shareWords(share).replace('under ', '<');
}

/** A figure of an objective in its unit. Rounding must not hide that the figure is above its bound. */
export function amount(objective: ObjectiveName, value: number, currency: string): string {
  return amountIn(OBJECTIVES[objective].unit, value, currency);
}

export function amountIn(unit: ObjectiveUnit, value: number, currency: string): string {
  switch (unit) {
    case 'share':
      return shareWords(value);
    case 'ms':
      return span(value);
    case 'per-day':
      return `${numberWords(value)} a day`;
    case 'money':
      return money(Math.round(value * MICROS), currency);
    default:
      return numberWords(value);
  }
}

type WithBroken = { readonly broken: readonly Broken[] };

/** The objectives that a configuration breaks without a condition. */
export function brokenNow({ broken }: WithBroken): ObjectiveName[] {
  return broken.filter(({ under }) => under === undefined).map(({ objective }) => objective);
}

/** The objectives that a configuration breaks only under a condition. */
export function brokenUnder({ broken }: WithBroken): ObjectiveName[] {
  return broken.filter(({ under }) => under !== undefined).map(({ objective }) => objective);
}

/** The condition of `brokenUnder`: `with 20% more demand`. Null if nothing is broken under a condition. */
export function conditionOf({ broken }: WithBroken, currency: string): string | null {
  const [first] = broken.flatMap(({ under }) => (under === undefined ? [] : [under]));
  return first === undefined ? null : underWords(first, currency);
}
