import { z } from 'zod';
import { ASSUMPTION_NAMES, OBJECTIVE_NAMES } from '../../planner/index.ts';

export const configurationSchema = z.object({
  size: z.object({ minCu: z.number(), maxCu: z.number() }),
  suspendAfterMs: z.number().nullable(),
  route: z.enum(['direct', 'pooler', 'mixed']),
});

export const brokenSchema = z.object({
  objective: z.enum(OBJECTIVE_NAMES),
  found: z.number(),
  bound: z.number(),
  under: z
    .union([
      z.object({ demand: z.number() }),
      z.object({
        assumption: z.enum(ASSUMPTION_NAMES),
        assumed: z.union([z.number(), z.boolean(), z.null()]),
      }),
    ])
    .optional(),
});

/** A configuration with the parts of its outcome that charts show. */
export const judgedSchema = z.object({
  configuration: configurationSchema,
  outcome: z.object({ costPerMonth: z.number(), throttledShare: z.number() }),
  broken: z.array(brokenSchema),
});

export type JudgedDocument = z.output<typeof judgedSchema>;
