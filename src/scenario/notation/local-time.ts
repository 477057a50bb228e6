import { z } from 'zod';
import { duration } from './notation.ts';

const DATE_WORDS = 'a local date such as 2026-03-02, or with a time such as 2026-03-02T09:00';
const DAY = '(?:19[7-9]\\d|2\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?';
const DATE = new RegExp(`^${DAY}(?:[T ]${CLOCK})?$`);
const UTC = new RegExp(`^${DAY}T${CLOCK}Z$`);
const START_WORDS = `${DATE_WORDS}, or one in UTC such as 2026-03-02T08:00Z`;

/** A local time, in milliseconds as if its zone were UTC. */
export const localTime = z
  .string({ error: DATE_WORDS })
  .regex(DATE, { error: DATE_WORDS })
  .refine((value) => isRealDate(value), { error: DATE_WORDS })
  .transform((value) => localMs(value));

/** A local time or an instant in UTC. When clocks go back, a local time occurs twice and is ambiguous. */
export const startTime = z.union(
  [
    localTime.transform((at) => ({ localMs: at })),
    z
      .string()
      .regex(UTC, { error: START_WORDS })
      .refine((value) => isRealDate(value.slice(0, -1)), { error: START_WORDS })
      .transform((value) => ({ utcMs: localMs(value.slice(0, -1)) })),
  ],
  { error: START_WORDS },
);

/** Reads a local time. Null if the text is none. */
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

/** Returns an instant in the form that `start` takes. */
export function instantText(utcMs: number): string {
  return `${new Date(utcMs).toISOString().replace(/(?:(?::00)?\.000)?Z$/, '')}Z`;
}

function isRealDate(value: string): boolean {
  return DATE.test(value) && new Date(localMs(value)).toISOString().slice(8, 10) === value.slice(8, 10);
}

function localMs(value: string): number {
  const [day, clock = '00:00'] = value.split(/[T ]/);
  return Date.parse(`${day}T${clock}Z`);
}
