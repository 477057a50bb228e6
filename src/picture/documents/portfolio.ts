import { z } from 'zod';
import { pageSchema } from './page.ts';

/** What pictures take of what `plan --json` prints of many databases: docs/planning.md. */
export const portfolioSchema = z.object({
  page: pageSchema,
  currency: z.string(),
  totals: z.object({ compared: z.number(), costNow: z.number(), costThen: z.number(), saving: z.number() }),
  databases: z.array(
    z.object({
      name: z.string(),
      project: z.string().nullable(),
      costNow: z.number().nullable(),
      costThen: z.number().nullable(),
      saving: z.number().nullable(),
    }),
  ),
});

export type PortfolioDocument = z.output<typeof portfolioSchema>;
