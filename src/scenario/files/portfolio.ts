import { z } from 'zod';
import { PLAN_NAMES, type PlanName } from '../../facts/index.ts';
import { type Place, ProblemError } from '../../problem/index.ts';
import { choice, group, text } from '../notation/notation.ts';
import { readFields } from '../notation/trace-reference.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';

/** A database of a portfolio: its trace or scenario, how to read that file, and the current configuration. */
export interface PortfolioEntry extends Omit<z.output<typeof entry>, 'plan'> {
  readonly plan: PlanName | null;
  /** Returns the place of a field in the file. */
  readonly place: (field: 'file' | 'current') => Place;
}

const CURRENT_WORDS = 'a configuration such as "0.25-2, 5m" or "1, off"';
const DATABASES_WORDS = 'a list of databases, each with a name and a file';

const ASSUME_WORDS = 'a list such as ["burst=no"], or a group such as { burst: no, concurrency: 20 }';

const assumed = z
  .union(
    [
      z.array(text(ASSUME_WORDS), { error: ASSUME_WORDS }).max(20, { error: ASSUME_WORDS }),
      z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: ASSUME_WORDS }))
        .transform((fields) => Object.entries(fields).map(([name, value]) => `${name}=${wordOf(value)}`)),
    ],
    { error: ASSUME_WORDS },
  )
  .default([]);

const TAGS_WORDS =
  'at most 20 short texts, named by letters, digits, - and _, such as { team: payments, env: prod }';

const tags = z
  .record(
    z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/),
    z.union([text(TAGS_WORDS), z.number(), z.boolean()], { error: TAGS_WORDS }),
    { error: TAGS_WORDS },
  )
  .refine((fields) => Object.keys(fields).length <= 20, { error: TAGS_WORDS })
  .transform((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wordOf(value)])),
  )
  .default({});

/** Returns a value as a flag has it. YAML may have turned yes and no into booleans. */
function wordOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

const entry = group('a database: name, file, current and more', {
  name: text('a name'),
  project: text('the name of a project').nullable().default(null),
  plan: choice(...PLAN_NAMES)
    .nullable()
    .default(null),
  tags,
  current: text(CURRENT_WORDS).nullable().default(null),
  assume: assumed,
  ...readFields,
});

export const portfolioFileSchema = group('a portfolio: databases', {
  databases: z
    .array(entry, { error: DATABASES_WORDS })
    .min(1, { error: DATABASES_WORDS })
    .max(100_000, { error: '100000 databases at most' }),
});

/** Recognises a list of databases by its one required field. */
export function isPortfolio({ value }: Document): boolean {
  return typeof value === 'object' && value !== null && 'databases' in value;
}

export function readPortfolio(document: Document): PortfolioEntry[] {
  const { databases } = checkDocument(document, portfolioFileSchema);
  const entries = databases.map((one, i) => entryAt(one, i, document.place));
  const seen = new Map<string, number>();
  const problems = entries.flatMap(({ project, name }, i) => {
    const key = JSON.stringify([project, name]);
    const before = seen.get(key);
    seen.set(key, i);
    return before === undefined
      ? []
      : [
          {
            place: document.place(['databases', i, 'name']),
            found: `two databases of a project are named "${name}"`,
            remedy: 'give each database of a project a name of its own',
          },
        ];
  });
  if (problems.length > 0) throw new ProblemError(problems);
  return entries;
}

/** An entry that keeps nothing of the document but its text, because a list may have a hundred thousand. */
function entryAt(one: z.output<typeof entry>, i: number, placeOf: Document['place']): PortfolioEntry {
  return { ...one, place: (field) => placeOf(['databases', i, field]) };
}
