import { z } from 'zod';
import { LazyList } from '../../report/index.ts';
import { pageSchema } from './page.ts';

const database = z.object({
  name: z.string(),
  project: z.string().nullable(),
  costNow: z.number().nullable(),
  costThen: z.number().nullable(),
  saving: z.number().nullable(),
});

/** The fields that charts use from `plan --json` of many databases: docs/many-databases.md. */
export const portfolioSchema = z.object({
  page: pageSchema,
  currency: z.string(),
  totals: z.object({ compared: z.number(), costNow: z.number(), costThen: z.number(), saving: z.number() }),
  // The list of an answer that was just made is as its type says.
  databases: z.union([
    z.array(database),
    z.custom<LazyList<z.output<typeof database>>>((value) => value instanceof LazyList),
  ]),
});

export type PortfolioDocument = z.output<typeof portfolioSchema>;
