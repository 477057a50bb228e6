import { z } from 'zod';
import { DAY_NAMES } from './notation.ts';

const DAYS = /^([a-z]{3})(?:-([a-z]{3}))?$/;

/**
 * A value for each hour of the week, as lists of 24 values for similar days: `{ mon-fri: [...], sat-sun: [...] }`, or
 * `{ daily: [...] }`. Each day occurs exactly once.
 */
export function weekHours(value: z.ZodType<number, unknown>, words: string) {
  const expected = `24 values for each day, such as { mon-fri: [${words}, …], sat-sun: […] } or { daily: […] }`;
  return z
    .record(z.string(), z.array(value, { error: expected }).length(24, { error: expected, abort: true }), {
      error: expected,
    })
    .refine((lists) => weekOf(lists) !== null, { error: `${expected}, each day once` })
    .transform((lists) => weekOf(lists) as readonly number[]);
}

/** Returns all hours of a week, from the first of Sunday on. Null if a day is missing or occurs twice. */
function weekOf(lists: Readonly<Record<string, readonly number[]>>): readonly number[] | null {
  const days = new Map<number, readonly number[]>();
  for (const [name, hours] of Object.entries(lists)) {
    const named = name === 'daily' ? [0, 1, 2, 3, 4, 5, 6] : daysOf(name);
    if (named === null || named.some((day) => days.has(day))) return null;
    for (const day of named) days.set(day, hours);
  }
  return days.size < 7 ? null : DAY_NAMES.flatMap((_, day) => days.get(day) as readonly number[]);
}

function daysOf(name: string): readonly number[] | null {
  const [, from, to = from] = DAYS.exec(name) ?? [];
  const [first, last] = [DAY_NAMES.indexOf(from ?? ''), DAY_NAMES.indexOf(to ?? '')];
  if (first < 0 || last < 0) return null;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}
