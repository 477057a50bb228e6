import { z } from 'zod';
import type { Problem } from '../../problem/index.ts';
import { LazyList } from '../../report/index.ts';
import { pageSchema } from './page.ts';

const judged = z.object({
  configuration: z.object({
    size: z.object({ minCu: z.number(), maxCu: z.number() }),
    suspendAfterMs: z.number().nullable(),
    route: z.enum(['direct', 'pooler', 'mixed']),
  }),
  broken: z.array(z.object({ objective: z.string() })),
});

const listed = z.object({
  name: z.string(),
  project: z.string().nullable(),
  file: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  member: z.string().nullish(),
  severity: z.string().optional(),
  reasonCodes: z.array(z.string()).optional(),
});

/** A planned database. Documents of older versions of tidemark have fewer fields. */
const planned = listed.extend({
  costNow: z.number().nullable(),
  costThen: z.number().nullable(),
  saving: z.number().nullable(),
  reason: z.string().nullish(),
  current: judged.nullish(),
  recommendation: judged.nullish(),
  binding: z.object({ objective: z.string() }).nullish(),
  relaxations: z.array(z.object({ objective: z.string() })).optional(),
  lasting: z.object({ breaks: z.object({ month: z.string() }).nullable() }).nullish(),
});

const described = z.object({ place: z.object({}), found: z.string(), remedy: z.string() });

/** The fields that pages and charts use from `plan --json` of many databases: docs/many-databases.md. */
export const portfolioSchema = z.object({
  page: pageSchema,
  currency: z.string(),
  totals: z.object({ compared: z.number(), costNow: z.number(), costThen: z.number(), saving: z.number() }),
  // The list of an answer that was just made is as its type says.
  databases: z.union([
    z.array(planned),
    z.custom<LazyList<z.output<typeof planned>>>((value) => value instanceof LazyList),
  ]),
  problems: z
    .array(
      listed.extend({ problems: z.array(z.custom<Problem>((value) => described.safeParse(value).success)) }),
    )
    .default([]),
});

export type PortfolioDocument = z.output<typeof portfolioSchema>;
