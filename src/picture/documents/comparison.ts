import { z } from 'zod';
import { FIGURE_NAMES } from '../../planner/index.ts';
import { brokenSchema, configurationSchema } from './configuration.ts';
import { pageSchema } from './page.ts';

const sideSchema = z.object({
  file: z.string().nullable(),
  changes: z.array(z.string()),
  configuration: configurationSchema,
  outcome: z.object({ costPerMonth: z.number() }),
  broken: z.array(brokenSchema),
});

/** The fields that charts use from `compare --json`. */
export const comparisonSchema = z.object({
  page: pageSchema,
  currency: z.string(),
  a: sideSchema,
  b: sideSchema,
  figures: z.array(
    z.object({
      figure: z.enum(FIGURE_NAMES),
      a: z.number().nullable(),
      b: z.number().nullable(),
      verdict: z.enum(['better', 'worse', 'same']).nullable(),
    }),
  ),
});

export type ComparisonDocument = z.output<typeof comparisonSchema>;
