import { z } from 'zod';
import { ASSUMPTION_NAMES, PROMISE_NAMES } from '../../planner/index.ts';

export const settingSchema = z.object({
  size: z.object({ minCu: z.number(), maxCu: z.number() }),
  suspendAfterMs: z.number().nullable(),
  route: z.enum(['direct', 'pooler', 'mixed']),
});

export const brokenSchema = z.object({
  promise: z.enum(PROMISE_NAMES),
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

/** A setting with the parts of its outcome that pictures show. */
export const judgedSchema = z.object({
  setting: settingSchema,
  outcome: z.object({ costPerMonth: z.number(), throttledShare: z.number() }),
  broken: z.array(brokenSchema),
});

export type JudgedDocument = z.output<typeof judgedSchema>;
