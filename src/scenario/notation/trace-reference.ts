import { z } from 'zod';
import { instanceClass, LEAST_IDLE_VCPU } from '../../trace/index.ts';
import { isZone, LEAST_CPU_MS_PER_QUERY } from '../../workload/index.ts';
import { loadFields } from './load-fields.ts';
import { choice, duration, flag, group, number, text } from './notation.ts';

/** A reference to a trace file in a scenario. */
export type TraceReference = z.output<typeof traceReference>;

const MAP_WORDS = 'a list such as ["cpu=load:percent"], or a group such as { cpu: "load:percent" }';
const entry = z.string({ error: MAP_WORDS }).min(1, { error: MAP_WORDS }).max(500, { error: MAP_WORDS });

const map = z
  .union(
    [
      z.array(entry, { error: MAP_WORDS }).max(50, { error: MAP_WORDS }),
      z
        .record(z.string(), entry, { error: MAP_WORDS })
        .transform((fields) => Object.entries(fields).map(([quantity, field]) => `${quantity}=${field}`)),
    ],
    { error: MAP_WORDS },
  )
  .default([]);

const ZONE_WORDS = 'an IANA time zone such as Europe/Berlin';

const PREFIX_WORDS = 'the log_line_prefix of a server, such as "%m [%p] "';

const INSTANCE_WORDS = 'a class of instances of RDS, such as db.r6g.large';

const WHERE_WORDS = 'labels of the series that are meant, such as instance="db-1"';

const CAPACITY_WORDS = 'CU that were in force, such as 2 or "2026-03-01=1,2026-03-10=0.25-2"';

const IDLE_WORDS = `a number of vCPU from ${LEAST_IDLE_VCPU} to 1000`;

/** A trace file and how to read it. */
export const readFields = {
  file: z
    .string({ error: 'the path of a trace, from the folder of this file' })
    .min(1, { error: 'the path of a trace, from the folder of this file' })
    .max(4096, { error: 'the path of a trace, from the folder of this file' }),
  map,
  vcpus: number('a number of vCPU from 0.01 to 1000', 0.01, 1000).nullable().default(null),
  instance: z
    .string({ error: INSTANCE_WORDS })
    .refine((name) => instanceClass(name) !== null, { error: INSTANCE_WORDS })
    .transform((name) => instanceClass(name))
    .nullable()
    .default(null),
  where: z
    .string({ error: WHERE_WORDS })
    .min(1, { error: WHERE_WORDS })
    .max(500, { error: WHERE_WORDS })
    .optional(),
  timezone: z.string({ error: ZONE_WORDS }).refine(isZone, { error: ZONE_WORDS }).nullable().default(null),
  gap: choice('unknown', 'zero', 'suspended').nullable().default(null),
  logPrefix: z
    .string({ error: PREFIX_WORDS })
    .min(1, { error: PREFIX_WORDS })
    .max(500, { error: PREFIX_WORDS })
    .optional(),
  preset: choice('neon', 'rds', 'aurora', 'exporters', 'datadog', 'newrelic', 'cloudsql').optional(),
  strict: flag().default(false),
  capacity: z
    .union([z.number().transform(String), z.string().min(1).max(10_000)], { error: CAPACITY_WORDS })
    .optional(),
  idleBelow: number(IDLE_WORDS, LEAST_IDLE_VCPU, 1000).optional(),
  cpuPerQuery: duration
    .refine((ms) => ms >= LEAST_CPU_MS_PER_QUERY, { error: 'a duration of 0.01ms or more' })
    .nullable()
    .default(null),
};

/** Two references with the same `key` share one reading of the file. */
export const traceReference = group('a trace: file, map, vcpus, cpuPerQuery', {
  kind: z.literal('trace'),
  name: text('a name').optional(),
  ...readFields,
  ...loadFields,
  /** `none` ignores the memory that was measured, which may be cache. */
  memory: choice('none').optional(),
  at: choice('times', 'start').default('times'),
}).transform(({ cpuPerQuery, ...rest }) => ({
  ...rest,
  vcpus: rest.vcpus ?? rest.instance?.vcpus ?? null,
  cpuMsPerQuery: cpuPerQuery,
  key: JSON.stringify([
    rest.file,
    rest.map,
    rest.vcpus,
    rest.timezone,
    rest.gap,
    rest.logPrefix ?? null,
    rest.preset ?? null,
    rest.strict,
    rest.capacity ?? null,
    rest.instance?.name ?? null,
    rest.where ?? null,
    rest.idleBelow ?? null,
  ]),
}));
