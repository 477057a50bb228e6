import { z } from 'zod';
import { computeChart } from '../../compute/index.ts';
import { isZone } from '../../workload/index.ts';
import { numbers, texts } from './columns.ts';
import { pageSchema } from './page.ts';

const lifeState = z.enum(Object.keys(computeChart.states) as (keyof typeof computeChart.states)[]);

const timeSpan = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });

/** The fields that charts use from `simulate --json`: docs/results.md. */
export const simulationSchema = z.object({
  page: pageSchema,
  why: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  timezone: z.string().refine(isZone, 'no time zone that is known'),
  prices: z.object({ currency: z.string() }),
  totals: z.object({
    cuHours: z.number(),
    cost: z.number(),
    costPerMonth: z.number(),
    wakes: z.number(),
  }),
  hours: z.object({ from: texts, hours: numbers, awakeMs: numbers, quarterCuMs: numbers }),
  days: z.object({ from: texts, hours: numbers, quarterCuMs: numbers }),
  /** Null if the capacity is unknown. Missing in documents of older versions. */
  hiddenDemand: z
    .object({
      samples: z.number(),
      rebuiltFrom: z.string().nullable(),
      spans: z.array(timeSpan),
    })
    .nullish(),
  /** Missing in documents of older versions. */
  bounds: z
    .array(z.object({ quantity: z.string(), samples: z.number(), spans: z.array(timeSpan) }))
    .optional(),
  beside: z.array(z.object({ name: z.string(), cost: z.number() })),
  computes: z
    .array(
      z.object({
        name: z.string(),
        size: z.union([z.object({ cu: z.number() }), z.object({ minCu: z.number(), maxCu: z.number() })]),
        suspendAfterMs: z.number().nullable(),
        cost: z.number(),
        awake: z.object({ share: z.number() }),
        meanCuAwake: z.number(),
        wakes: z.object({ count: z.number() }),
        cpu: z.object({
          throttledSeconds: z.number(),
          throttledShare: z.number(),
          mostQueuedCpuSeconds: z.number(),
          highestLoad1: z.number(),
        }),
        cache: z.object({ workingSetBytes: z.number(), hitRatio: z.number().nullable() }),
        connections: z.object({ clientLimit: z.number(), peak: z.number() }),
        /** Missing in documents of older versions. */
        limits: z
          .array(
            z.object({ from: z.iso.datetime(), clientLimit: z.number(), temporaryDiskBytes: z.number() }),
          )
          .optional(),
        temporaryDisk: z.object({ highestBytes: z.number(), limitBytes: z.number() }),
        refusals: z.array(z.object({ reason: z.string(), count: z.number() })),
        timeline: z.object({
          entries: z.array(
            z.object({
              at: z.iso.datetime(),
              state: z.string().nullable(),
              pending: z.string().nullable(),
              cu: z.number(),
              reason: z.string(),
            }),
          ),
          omitted: z.number(),
        }),
        /** Missing in documents of older versions. */
        life: z
          .object({
            states: z.array(z.object({ state: lifeState, ms: z.number().nonnegative() })),
            changes: z.array(z.object({ from: lifeState, to: lifeState, count: z.number() })),
          })
          .refine(
            ({ states, changes }) =>
              changes.every(({ from, to }) =>
                [from, to].every((end) => states.some(({ state }) => state === end)),
              ),
            'changes between states that it was in',
          )
          .optional(),
        /** Missing in documents of older versions. */
        timeSeries: z
          .object({
            stepMs: z.number().positive(),
            leastCu: numbers,
            mostCu: numbers,
            usedVcpu: numbers,
            mostLoad1: numbers,
            throttledMs: numbers,
            mostQueuedCpuMs: numbers,
            mostConnections: numbers,
            refused: numbers,
            hitRatio: z.array(z.number().nullable()),
            mostDiskBytes: numbers,
          })
          .optional(),
      }),
    )
    .min(1),
});

export type SimulationDocument = z.output<typeof simulationSchema>;
export type ComputeDocument = SimulationDocument['computes'][number];
export type LifeDocument = NonNullable<ComputeDocument['life']>;
export type TimeSeriesDocument = NonNullable<ComputeDocument['timeSeries']>;
