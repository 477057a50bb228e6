import { z } from 'zod';
import { pageSchema } from './page.ts';

const comparedSchema = z.object({ predicted: z.number(), actual: z.number(), error: z.number().nullable() });

/** The fields that charts use from `check --json`: docs/check.md. */
export const checkSchema = z.object({
  page: pageSchema,
  why: z.string().nullable(),
  of: z.enum(['cu', 'awake']),
  metered: z.enum(['metered', 'billed']),
  total: comparedSchema,
  hours: z.array(comparedSchema),
  days: z.array(comparedSchema.extend({ day: z.iso.date() })),
  invoice: z
    .object({
      currency: z.string(),
      months: z.array(
        z.object({ month: z.string(), predictedCompute: z.number(), billedCompute: z.number() }),
      ),
    })
    .nullable(),
});

export type CheckDocument = z.output<typeof checkSchema>;
