import { z } from 'zod';
import { brokenSchema, judgedSchema } from './configuration.ts';
import { pageSchema } from './page.ts';

const uncertaintySchema = z
  .object({ costPerMonth: z.object({ low: z.number(), high: z.number() }).nullable() })
  .nullable();

/** What pictures take of what `plan --json` prints: docs/planning.md. */
export const planSchema = z.object({
  page: pageSchema,
  why: z.string().nullable(),
  currency: z.string(),
  verdict: z.enum(['choose', 'change', 'keep', 'none']),
  recommendation: judgedSchema.nullable(),
  current: judgedSchema.nullable(),
  nearest: judgedSchema.nullable(),
  runnersUp: z.array(judgedSchema),
  frontier: z.array(judgedSchema),
  baselines: z.array(judgedSchema.extend({ name: z.string(), why: z.string() })),
  neighbours: z.array(judgedSchema.extend({ step: z.string(), constraint: z.string().nullable() })),
  growth: z
    .object({ keptAt: z.number(), breaksAt: z.number().nullable(), broken: z.array(brokenSchema) })
    .nullable(),
  uncertainty: z.object({ recommendation: uncertaintySchema, current: uncertaintySchema }),
});

export type PlanDocument = z.output<typeof planSchema>;
