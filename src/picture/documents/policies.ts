import { z } from 'zod';
import { numbers } from './columns.ts';
import { pageSchema } from './page.ts';

/** The fields that charts use from `policies --json`: docs/policies.md. */
export const policiesSchema = z.object({
  page: pageSchema,
  why: z.string().nullable(),
  currency: z.string(),
  policies: z
    .array(
      z.object({
        kind: z.enum(['fixed timeout', 'off', 'hybrid histogram', 'weekly schedule']),
        suspendAfterMs: z.number().nullable(),
        isSold: z.boolean(),
        coldStarts: z.number(),
        costPerMonth: z.number(),
      }),
    )
    .min(1),
  computes: z.array(
    z.object({
      name: z.string(),
      /** Missing in documents of older versions. */
      pauses: z.object({ fromMs: numbers, count: numbers }).optional(),
    }),
  ),
});

export type PoliciesDocument = z.output<typeof policiesSchema>;
