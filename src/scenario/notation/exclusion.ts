import { z } from 'zod';
import { DAY_MS } from '../../facts/index.ts';
import { parseLocalTime } from './local-time.ts';

/** A part of a trace that is not typical, from a local time until another, which is exclusive. */
export interface Exclusion {
  readonly text: string;
  readonly fromLocalMs: number;
  readonly toLocalMs: number;
}

export const EXCLUSION_WORDS =
  'a day such as 2026-03-04, days such as 2026-03-04..2026-03-05, or times such as 2026-03-04T09:00..2026-03-04T12:30';

/** Reads a day, days or times. The last day is included as a whole. Null if the text is no exclusion. */
export function parseExclusion(text: string): Exclusion | null {
  const [first = '', last = first, ...more] = text.split('..');
  const [from, to] = [parseLocalTime(first), parseLocalTime(last)];
  if (more.length > 0 || from === null || to === null) return null;
  const toLocalMs = last.length === DAY_LENGTH ? to + DAY_MS : to;
  return toLocalMs > from ? { text, fromLocalMs: from, toLocalMs } : null;
}

const DAY_LENGTH = '2026-03-04'.length;

export const exclusion = z
  .string({ error: EXCLUSION_WORDS })
  .refine((text) => parseExclusion(text) !== null, { error: EXCLUSION_WORDS })
  .transform((text) => parseExclusion(text) as Exclusion);
