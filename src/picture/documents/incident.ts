import { z } from 'zod';
import { RESOURCES } from '../../planner/index.ts';
import { isZone } from '../../workload/index.ts';
import { pageSchema } from './page.ts';

const troubleSchema = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  resource: z.enum(RESOURCES),
  errors: z.number(),
  waitedMs: z.number(),
});

/** The fields that charts use from `incident --json`: docs/incident.md. */
export const incidentSchema = z.object({
  page: pageSchema,
  why: z.string().nullable(),
  timezone: z.string().refine(isZone, 'no time zone that is known'),
  currency: z.string(),
  at: z.iso.datetime(),
  window: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
  troubles: z.array(troubleSchema),
  tried: z.array(
    z.object({
      /** Missing in documents of older versions. */
      change: z.string().optional(),
      prevents: z.boolean(),
      left: z.array(troubleSchema),
      morePerMonth: z.number().nullable(),
      breaks: z.array(z.object({ objective: z.string() })),
    }),
  ),
  best: z.object({ change: z.string().optional() }).nullable(),
});

export type IncidentDocument = z.output<typeof incidentSchema>;
