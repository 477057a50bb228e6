import type { Document } from '../text/document.ts';
import { type UncertainQuantity, writtenValue } from './interval.ts';

export function likelyValues(intervals: readonly UncertainQuantity[]): number[] {
  return intervals.map(({ likely }) => likely);
}

/** The same document with one value in place of each interval. Places of problems stay those of the text. */
export function withValues(
  document: Document,
  intervals: readonly UncertainQuantity[],
  values: readonly number[],
): Document {
  const value = intervals.reduce(
    (before, { path, unit }, i) => replaced(before, path, writtenValue(unit, values[i] as number)),
    document.value,
  );
  return { ...document, value };
}

function replaced(value: unknown, [key, ...rest]: readonly PropertyKey[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, to));
  const fields = value as Readonly<Record<PropertyKey, unknown>>;
  return { ...fields, [key]: replaced(fields[key], rest, to) };
}
