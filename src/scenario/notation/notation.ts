import { z } from 'zod';
import { DAY_MS, GIB, HOUR_MS, LONGEST_SPAN_MS, MIB, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { LocalHours } from '../../workload/index.ts';

/** The notations of a scenario: durations, bytes, clock times, days. A problem with one states the allowed form. */

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

/** Reads a duration with its unit: `90s`, `5m`, `2h`. Null if the text is none. */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * (UNIT_MS[match[2] as string] as number);
  return ms <= LONGEST_SPAN_MS ? ms : null;
}

export const DURATION_WORDS = 'a duration with its unit, such as 250ms, 90s, 5m, 2h or 7d, ten years at most';

export const duration = z
  .string({ error: DURATION_WORDS })
  .regex(DURATION, { error: DURATION_WORDS })
  .refine((text) => parseDuration(text) !== null, { error: DURATION_WORDS })
  .transform((text) => parseDuration(text) as number);

export const wholeDuration = duration
  .refine((ms) => ms >= 1, { error: 'a duration of a millisecond or more' })
  .transform((ms) => Math.round(ms));

const BYTES = /^(\d+(?:\.\d+)?)(B|[KMGT]i?B)$/;
/** GB are GiB, as the service counts them. Both spellings are accepted. */
const UNIT_BYTES: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: MIB, GB: GIB, TB: 1024 * GIB };
const BYTES_WORDS = 'an amount with its unit, such as 512MB or 2.5GB, 1024TB at most';

/** Reads an amount with its unit: `512MB`, `2.5GB`. Null if the text is none. */
export function parseBytes(text: string): number | null {
  const match = BYTES.exec(text);
  if (match === null) return null;
  const [, amount, unit] = match;
  const read = Math.round(Number(amount) * (UNIT_BYTES[(unit as string).replace('i', '')] as number));
  return read <= 1024 * 1024 * GIB ? read : null;
}

export const bytes = z
  .string({ error: BYTES_WORDS })
  .regex(BYTES, { error: BYTES_WORDS })
  .refine((text) => parseBytes(text) !== null, { error: BYTES_WORDS })
  .transform((text) => parseBytes(text) as number);

/** The patterns of durations and amounts. */
export const QUANTITY_PATTERNS: readonly string[] = [DURATION.source, BYTES.source];

export const BILLED_BYTES_WORDS =
  'an amount with its unit, such as 500MB or 20GB (a GB is 10^9 bytes), 1000TB at most';
const MOST_BILLED_BYTES = 1e15;

/** Reads an amount of a bill, whose GB are decimal: `20GB`, `1.5TB`, `10GiB`. Null if the text is none. */
export function parseBilledBytes(text: string): number | null {
  const [, amount, unit] = BYTES.exec(text.trim()) ?? [];
  if (amount === undefined || unit === undefined) return null;
  const power = 'BKMGT'.indexOf(unit[0] as string);
  const found = Math.round(Number(amount) * (unit.includes('i') ? 1024 : 1000) ** power);
  return found <= MOST_BILLED_BYTES ? found : null;
}

export const billedBytes = z
  .string({ error: BILLED_BYTES_WORDS })
  .regex(BYTES, { error: BILLED_BYTES_WORDS })
  .refine((text) => parseBilledBytes(text) !== null, { error: BILLED_BYTES_WORDS })
  .transform((text) => parseBilledBytes(text) as number);

const CLOCK = /^([01]?\d|2[0-4]):([0-5]\d)$/;
const CLOCK_WORDS = 'a clock time such as 09:00';

function clockMs(text: string): number | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const ms = Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS;
  return ms <= DAY_MS ? ms : null;
}

export const clock = z
  .string({ error: CLOCK_WORDS })
  .regex(CLOCK, { error: CLOCK_WORDS })
  .refine((text) => clockMs(text) !== null, { error: CLOCK_WORDS })
  .transform((text) => clockMs(text) as number);

export const DAY_NAMES: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const HOURS = /^(?:([a-z]{3})(?:-([a-z]{3}))?\s+)?(\d{1,2}(?::\d{2})?)-(\d{1,2}(?::\d{2})?)$/;
export const HOURS_WORDS = 'days and hours such as mon-fri 09:00-18:00, the second time later than the first';

/** Reads `mon-fri 09:00-18:00` or `9-17`, which is full hours of every day. Null if the text is neither. */
export function parseHours(text: string): LocalHours | null {
  const match = HOURS.exec(text);
  if (match === null) return null;
  const [, first, last, from, to] = match;
  const [fromMs, toMs] = [from, to].map((one) => clockMs(withMinutes(one as string))) as [
    number | null,
    number | null,
  ];
  const firstDay = first === undefined ? 0 : DAY_NAMES.indexOf(first);
  const lastDay = first === undefined ? 6 : last === undefined ? firstDay : DAY_NAMES.indexOf(last);
  if (fromMs === null || toMs === null || toMs <= fromMs || firstDay < 0 || lastDay < 0) return null;
  const count = ((lastDay - firstDay + 7) % 7) + 1;
  return { days: Array.from({ length: count }, (_, i) => (firstDay + i) % 7), fromMs, toMs };
}

function withMinutes(clock: string): string {
  return clock.includes(':') ? clock : `${clock}:00`;
}

export const hours = z
  .string({ error: HOURS_WORDS })
  .regex(HOURS, { error: HOURS_WORDS })
  .refine((text) => parseHours(text) !== null, { error: HOURS_WORDS })
  .transform((text) => parseHours(text) as LocalHours);

/** A number within bounds. `words` describes it in problems. */
export function number(words: string, min: number, max: number) {
  return z.number({ error: words }).min(min, { error: words }).max(max, { error: words });
}

export function count(words: string, min: number, max: number) {
  return number(words, min, max).int({ error: words });
}

export function flag() {
  return z.boolean({ error: 'true or false' });
}

export function text(words: string) {
  return z.string({ error: words }).min(1, { error: words }).max(200, { error: words });
}

/** A group of fields. `words` describes it in the problem if the document has something else in its place. */
export function group<Shape extends z.core.$ZodLooseShape>(words: string, shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : words),
  });
}

export function choice<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: words.join(' or ') });
}
