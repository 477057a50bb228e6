import { z } from 'zod';
import { duration } from './notation.ts';

const DATE_WORDS = 'a local date such as 2026-03-02, or with a time such as 2026-03-02T09:00';
const DATE = /^(20\d{2})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):([0-5]\d))?$/;

/** A local time as milliseconds, as if its zone were UTC. */
export const localTime = z
  .string({ error: DATE_WORDS })
  .regex(DATE, { error: DATE_WORDS })
  .refine((value) => isRealDate(value), { error: DATE_WORDS })
  .transform((value) => localMs(value));

/** The same, of a text; null where it is none. */
export function parseLocalTime(text: string): number | null {
  return isRealDate(text) ? localMs(text) : null;
}

/** A local time, or a time after the start. */
export const when = z.union(
  [localTime.transform((at) => ({ localMs: at })), duration.transform((ms) => ({ afterMs: Math.round(ms) }))],
  {
    error: `${DATE_WORDS}, or a duration after the start such as 12h`,
  },
);

function isRealDate(value: string): boolean {
  const match = DATE.exec(value);
  if (match === null) return false;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.getUTCDate() === Number(match[3]);
}

function localMs(value: string): number {
  const [, year, month, day, hour, minute] = DATE.exec(value) as RegExpExecArray;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
}
