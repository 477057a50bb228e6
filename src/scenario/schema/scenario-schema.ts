import { z } from 'zod';
import type { WakeAdmissionRule } from '../../compute/index.ts';
import { DEFAULT_FACT_SET, FACT_SET_NAMES, PLAN_NAMES } from '../../facts/index.ts';
import { PROFILE_NAMES } from '../../planner/index.ts';
import { type Demand, isZone } from '../../workload/index.ts';
import { billSchema } from '../bill/bill-schema.ts';
import { priceList } from '../files/price-file.ts';
import { EXCLUSION_WORDS, exclusion } from '../notation/exclusion.ts';
import { startTime, when } from '../notation/local-time.ts';
import {
  bytes,
  choice,
  count,
  duration,
  flag,
  group,
  hours,
  number,
  text,
  wholeDuration,
} from '../notation/notation.ts';
import { EVENT_WORDS, rareEvent } from '../notation/rare-event.ts';
import { chapterSchema } from './chapter-schema.ts';
import { demandSchema, distribution, startDistribution } from './demand-schema.ts';

const SIZE_WORDS = 'a size in CU such as 0.25 or 2';
const size = number(SIZE_WORDS, 0, 1000);
const branch = text('the name of a branch');
const suspendAfter = z.union([wholeDuration, z.literal('off')], { error: 'a duration such as 5m, or off' });

const changes = z
  .array(
    group('a change: at, and what to set or do', {
      at: when,
      size: size.optional(),
      min: size.optional(),
      max: size.optional(),
      suspendAfter: suspendAfter.optional(),
      branch: branch.optional(),
      do: choice('start', 'suspend', 'restart', 'disable', 'enable', 'delete').optional(),
    }).refine(
      (change) =>
        [change.size ?? change.min ?? change.max, change.suspendAfter, change.branch, change.do].filter(
          (x) => x !== undefined,
        ).length === 1,
      { error: 'one thing that changes: a size, min and max, suspendAfter, branch, or do' },
    ),
    { error: 'a list of changes' },
  )
  .max(1000, { error: '1000 changes at most' })
  .default([]);

const schedule = z
  .array(
    group('hours with another configuration: hours, and what they set', {
      hours,
      size: size.optional(),
      min: size.optional(),
      max: size.optional(),
      suspendAfter: suspendAfter.optional(),
    }).refine(
      ({ size, min, max, suspendAfter }) => [size, min, max, suspendAfter].some((x) => x !== undefined),
      { error: 'what the hours set: a size, min and max, or suspendAfter' },
    ),
    { error: 'a list of hours, each with what it sets' },
  )
  .max(50, { error: '50 entries at most' })
  .default([]);

const computeFields = {
  name: text('a name').optional(),
  branch: branch.optional(),
  type: choice('read_write', 'read_only').default('read_write'),
  size: size.optional(),
  min: size.optional(),
  max: size.optional(),
  suspendAfter: suspendAfter.optional(),
  workingSet: bytes.default(0),
  changes,
  schedule,
};

const compute = group('the settings of a compute: size, or min and max', computeFields);
const REPLICA_WORDS = 'a number of replicas from 1 to 20, or { least: 1, most: 4 }';
const replicaCount = count(REPLICA_WORDS, 1, 20);
const replicas = z
  .union(
    [
      replicaCount.transform((one) => ({ least: one, most: one, now: one })),
      group(REPLICA_WORDS, {
        least: replicaCount.default(1),
        most: replicaCount,
        now: replicaCount.optional(),
      })
        .transform(({ least, most, now = least }) => ({ least, most, now }))
        .refine(({ least, most, now }) => least <= now && now <= most, {
          error: 'least, now and most in this order, such as { least: 1, now: 2, most: 4 }',
        }),
    ],
    { error: REPLICA_WORDS },
  )
  .optional();

const OBJECTIVE_WORDS = 'objectives by their names, such as { throttled: 5%, cold-starts: off }';

const computeWithDemand = group('a compute with its demand', {
  ...computeFields,
  copies: count('a number of copies from 1 to 500', 1, 500).default(1),
  replicas,
  profile: choice(...PROFILE_NAMES).optional(),
  objectives: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: OBJECTIVE_WORDS }), {
      error: OBJECTIVE_WORDS,
    })
    .optional(),
  demand: demandSchema,
});

const share = number('a share from 0 to 1', 0, 1);

const SHARE_WORDS = 'a share such as 50% or 0.5';
const PERCENT = /^(\d{1,3}(?:\.\d+)?)%$/;
const percentage = z.union(
  [
    number(SHARE_WORDS, 0, 1),
    z
      .string()
      .regex(PERCENT)
      .transform((text) => Number.parseFloat(text) / 100)
      .refine((one) => one <= 1),
  ],
  { error: SHARE_WORDS },
);

const ADMISSION_WORDS = 'off, or what the proxy refuses at a wake, such as { refused: 100%, for: 20s }';
const wakeAdmission = z.union(
  [
    z.literal('off').transform(() => null),
    group(ADMISSION_WORDS, { refused: percentage, for: duration }).transform(
      ({ refused, for: forMs }): WakeAdmissionRule => ({ refusedShare: refused, forMs }),
    ),
  ],
  { error: ADMISSION_WORDS },
);

const zoneRatio = number('a ratio from 0 to 1000', 0, 1000);

const assumptions = group('assumptions', {
  start: startDistribution.optional(),
  suspend: distribution.optional(),
  apply: distribution.optional(),
  startFailures: share.optional(),
  wakeAdmission: wakeAdmission.optional(),
  startAttempts: count('a number of attempts from 1 to 100', 1, 100).optional(),
  idleCheck: duration.optional(),
  downscaleStep: wholeDuration.optional(),
  lfcScaling: flag().optional(),
  cpuStableZoneRatio: zoneRatio.optional(),
  cpuMixedZoneRatio: zoneRatio.optional(),
  burst: flag().optional(),
  quotaPeriod: wholeDuration
    .refine((ms) => ms >= 1 && ms <= 1000, { error: 'a duration from 1ms to 1s' })
    .optional(),
  contention: number('a ratio from 0 to 10', 0, 10).optional(),
  randomArrivals: flag().optional(),
  baseMemory: bytes.optional(),
  connectionMemory: bytes.optional(),
  connectionCpu: duration.optional(),
  ownWork: share.optional(),
  miss: duration.optional(),
  skew: number('a skew from 0 to 0.99', 0, 0.99).optional(),
  prewarm: share.optional(),
  connectionLimit: count('a number of connections', 1, 1e6).optional(),
  poolSize: count('a number of server connections', 1, 1e6).optional(),
  poolWait: wholeDuration.optional(),
});

export const scenarioSchema = group('a scenario: why, horizon, compute and demand, or computes', {
  why: text('one line that says which question this scenario answers, 200 characters at most'),
  start: startTime.prefault('2026-03-02'),
  timezone: z
    .string({ error: 'an IANA time zone such as Europe/Berlin' })
    .refine(isZone, { error: 'an IANA time zone such as Europe/Berlin' })
    .default('UTC'),
  horizon: wholeDuration,
  seed: count('a whole number from 0 to 2^53', 0, Number.MAX_SAFE_INTEGER).default(1),
  facts: z
    .union([choice(...FACT_SET_NAMES), text('the path of a file with facts')], {
      error: `${FACT_SET_NAMES.join(', ')}, or the path of a file with facts`,
    })
    .default(DEFAULT_FACT_SET),
  plan: choice(...PLAN_NAMES).default('scale'),
  prices: priceList.optional(),
  releases: z
    .union(
      [
        choice('none', 'weekly'),
        group('releases such as { every: 7d, first: 2d }', {
          every: wholeDuration.refine((ms) => ms >= 60_000, { error: 'a duration of a minute or more' }),
          first: duration.default(0),
        }),
      ],
      { error: 'none, weekly, or { every: 7d, first: 2d }' },
    )
    .default('none'),
  compute: compute.optional(),
  demand: demandSchema.optional(),
  computes: z
    .array(computeWithDemand, { error: 'a list of computes, each with its demand' })
    .min(1, { error: 'one compute at least' })
    .max(500, { error: '500 computes at most' })
    .optional(),
  exclude: z
    .array(exclusion, { error: `a list of what to cut out of traces: ${EXCLUSION_WORDS}` })
    .max(1000, { error: '1000 at most' })
    .default([]),
  events: z
    .array(rareEvent, { error: `a list of rare events: ${EVENT_WORDS}` })
    .max(100, { error: '100 events at most' })
    .default([]),
  passThrough: z
    .array(
      group('an item such as { name: storage, perMonth: 12.5 }', {
        name: text('a name'),
        perMonth: number('an amount a month', 0, 1e9),
      }),
      { error: 'a list of items that the configuration does not affect' },
    )
    .default([]),
  bill: billSchema.optional(),
  assumptions: assumptions.optional(),
  chapter: chapterSchema.optional(),
});

/** The names of the fields at the top of a scenario, and of a compute. */
export const SCENARIO_FIELDS: readonly string[] = Object.keys(scenarioSchema.shape);
export const COMPUTE_FIELDS: readonly string[] = Object.keys(computeFields);

export type WrittenScenario = z.output<typeof scenarioSchema>;
type WrittenCompute = NonNullable<WrittenScenario['computes']>[number];

/** A scenario whose traces have become demand. */
export type ScenarioFile = Omit<WrittenScenario, 'demand' | 'computes'> & {
  readonly demand?: readonly Demand[] | undefined;
  readonly computes?:
    | readonly (Omit<WrittenCompute, 'demand'> & { readonly demand: readonly Demand[] })[]
    | undefined;
};
export type ComputeFile = z.output<typeof compute>;
