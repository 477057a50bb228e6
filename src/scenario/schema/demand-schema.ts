import { z } from 'zod';
import { constant, type Distribution, START_TIME_NAMES, START_TIMES } from '../../compute/index.ts';
import { DAY_MS, SECOND_MS } from '../../facts/index.ts';
import { USUAL_QUERY_MS } from '../../trace/index.ts';
import {
  cronProblem,
  type Demand,
  LEAST_CPU_MS_PER_QUERY,
  NOTHING,
  type Profile,
  type QueryNeeds,
  type Sampled,
} from '../../workload/index.ts';
import { loadFields } from '../notation/load-fields.ts';
import {
  bytes,
  choice,
  count,
  duration,
  flag,
  group,
  number,
  text,
  wholeDuration,
} from '../notation/notation.ts';
import { type TraceReference, traceReference } from '../notation/trace-reference.ts';
import { profile } from '../shapes/profile-schema.ts';

const SAMPLED_WORDS =
  'a duration such as 20ms, or { mean: 20ms }, { median: 20ms, p95: 90ms } or { min: 5ms, tail: 1.5 }';

const sampled = z.union(
  [
    duration.transform((ms): Sampled => constant(ms)),
    group(SAMPLED_WORDS, { mean: duration }).transform(
      ({ mean }): Sampled => ({ kind: 'exponential', meanMs: mean }),
    ),
    logNormal(),
    heavyTail(),
  ],
  { error: SAMPLED_WORDS },
);

const DISTRIBUTION_WORDS = 'a duration such as 300ms, or { median: 300ms, p95: 600ms }';

/** A duration in the life of a compute: constant, or log-normal. */
export const distribution = z.union([duration.transform(constant), logNormal()], {
  error: DISTRIBUTION_WORDS,
});

/** The time of a start, which may have a name. */
export const startDistribution = z.union(
  [
    choice(...START_TIME_NAMES).transform((name): Distribution => START_TIMES[name]),
    duration.transform(constant),
    logNormal(),
  ],
  { error: `${START_TIME_NAMES.join(', ')}, ${DISTRIBUTION_WORDS}` },
);

function logNormal() {
  return group('a group with median and p95', { median: duration, p95: duration })
    .refine(({ median, p95 }) => median > 0 && p95 >= median, {
      error: 'a p95 that is not below the median, both above 0',
    })
    .transform(({ median, p95 }): Distribution => ({ kind: 'log-normal', medianMs: median, p95Ms: p95 }));
}

/** A Pareto distribution, cut off at `max`. Its tail is above 1, because the mean would be infinite otherwise. */
function heavyTail() {
  return group('a group with min, tail and max', {
    min: duration,
    tail: number('a tail from 1.01 to 10', 1.01, 10),
    max: duration.default(DAY_MS),
  })
    .refine(({ min, max }) => min > 0 && max > min, { error: 'a max above min, both above 0', path: ['max'] })
    .transform(({ min, tail, max }): Sampled => ({ kind: 'pareto', minMs: min, alpha: tail, maxMs: max }));
}

const perSecond = profile(
  number('a rate per second from 0 to 100000', 0, 100_000),
  'a rate per second such as 3',
);
const share = profile(number('a share from 0 to 1', 0, 1), 'a share such as 0.5');
const vcpu = profile(number('vCPU from 0 to 1000', 0, 1000), 'vCPU such as 1.5');
const memory = profile(bytes, 'an amount such as 512MB');

const queryFields = {
  cpu: sampled.default(constant(5)),
  wait: sampled.default(NOTHING),
  memory: bytes.default(0),
  memoryRamp: duration.default(0),
  pages: count('a number of pages from 0 to 1000000000', 0, 1e9).default(0),
  temporary: bytes.default(0),
};

const query = group('what a query needs: cpu, wait, memory, pages, temporary', queryFields)
  .prefault({})
  .transform(
    ({ cpu, wait, memory: memoryBytes, memoryRamp, pages, temporary }): QueryNeeds => ({
      cpu,
      wait,
      memoryBytes,
      memoryRampMs: memoryRamp,
      pages,
      temporaryBytes: temporary,
    }),
  );

const client = group('how clients connect: connectTimeout, retries, backOff, backOffFactor', {
  connectTimeout: wholeDuration.default(5000),
  retries: count('a number of retries from 0 to 100', 0, 100).default(0),
  backOff: wholeDuration.default(500),
  backOffFactor: number('a factor from 1 to 10', 1, 10).default(2),
})
  .prefault({})
  .transform(({ connectTimeout, ...rest }) => ({
    connectTimeoutMs: connectTimeout,
    retries: rest.retries,
    backOffMs: rest.backOff,
    backOffFactor: rest.backOffFactor,
  }));

const common = { name: text('a name').optional(), route: choice('direct', 'pooler').default('direct') };
const jobs = {
  ...common,
  sessions: count('a number of sessions from 1 to 10000', 1, 10_000).default(1),
  keepsConnection: flag().default(false),
  query,
  client,
};

const arrivals = group('arrivals', {
  kind: z.literal('arrivals'),
  ...jobs,
  perSecond,
  bursts: group('bursts such as { mean: 20, gap: 50ms }', {
    mean: number('a mean number of 1 to 10000', 1, 10_000),
    gap: duration,
  }).optional(),
}).transform(({ kind: _, perSecond: rate, bursts, ...rest }) => ({
  ...rest,
  kind: 'jobs' as const,
  schedule:
    bursts === undefined
      ? { kind: 'poisson' as const, perSecond: rate }
      : { kind: 'bursty' as const, burstsPerSecond: rate, meanBurst: bursts.mean, gapMs: bursts.gap },
}));

const poller = group('a poller', {
  kind: z.literal('poller'),
  ...jobs,
  keepsConnection: flag().default(true),
  every: wholeDuration,
  offset: duration.default(0),
}).transform(({ kind: _, every, offset, ...rest }) => ({
  ...rest,
  kind: 'jobs' as const,
  schedule: { kind: 'every' as const, everyMs: every, offsetMs: Math.round(offset) },
}));

const CRON_WORDS = 'a cron expression of five fields, such as "0 3 * * *"';
const cron = group('a cron job', {
  kind: z.literal('cron'),
  ...jobs,
  at: z
    .string({ error: CRON_WORDS })
    .refine((expression) => cronProblem(expression) === null, { error: CRON_WORDS }),
}).transform(({ kind: _, at, ...rest }) => ({
  ...rest,
  kind: 'jobs' as const,
  schedule: { kind: 'cron' as const, expression: at },
}));

const clients = group('a group of clients', {
  kind: z.literal('clients'),
  ...common,
  count: count('a number of clients from 1 to 20000', 1, 20_000),
  think: sampled,
  working: share.default({ kind: 'constant', value: 1 }),
  pool: group('a pool: max, idle, prePing', {
    max: count('a number of connections from 1 to 20000', 1, 20_000).default(10),
    idle: z
      .union([wholeDuration, z.null()], { error: 'a duration such as 300s, or null for no limit' })
      .default(null),
    prePing: flag().default(false),
  })
    .prefault({})
    .transform(({ max, idle, prePing }) => ({ max, idleMs: idle, prePing })),
  query,
  client,
});

const load = group('a load', {
  kind: z.literal('load'),
  name: text('a name').optional(),
  vcpu: vcpu.optional(),
  perSecond: perSecond.optional(),
  cpuPerQuery: duration
    .refine((ms) => ms >= LEAST_CPU_MS_PER_QUERY, { error: 'a duration of 0.01ms or more' })
    .optional(),
  ...loadFields,
  memory: memory.default({ kind: 'constant', value: 0 }),
  pagesPerQuery: number('a number of pages from 0 to 1000000', 0, 1e6).default(0),
}).transform(({ cpuPerQuery, concurrency, connections, memory: memoryBytes, ...given }, context) => {
  const { vcpu: measured, perSecond: queries, ...rest } = given;
  const stated = { concurrency, cpuMsPerQuery: cpuPerQuery, connections };
  const wanted = measured ?? (queries && vcpuOf(queries, cpuPerQuery));
  if (wanted === undefined || (measured !== undefined && queries !== undefined)) {
    const isQueries = queries !== undefined;
    const message = isQueries ? 'vcpu, or perSecond with cpuPerQuery' : 'vCPU such as 1.5';
    context.addIssue({ code: 'custom', path: [isQueries ? 'perSecond' : 'vcpu'], message });
    return z.NEVER;
  }
  return {
    ...rest,
    vcpu: wanted,
    cpuMsPerQuery: cpuPerQuery ?? USUAL_QUERY_MS,
    concurrency: concurrency ?? null,
    connections: connections ?? 0,
    memoryBytes,
    // A field that the file leaves out counts as assumed.
    known: Object.fromEntries(
      Object.entries(stated).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, 'stated' as const]],
      ),
    ),
  };
});

/** The vCPU that so many queries a second use. Undefined if the CPU of one is unknown. */
function vcpuOf(perSecond: Profile, cpuMsPerQuery: number | undefined): Profile | undefined {
  if (cpuMsPerQuery === undefined) return undefined;
  return { kind: 'product', of: [perSecond, { kind: 'constant', value: cpuMsPerQuery / SECOND_MS }] };
}

const replication = group('logical replication', {
  kind: z.literal('replication'),
  name: text('a name').optional(),
  from: duration.default(0),
  until: wholeDuration.optional(),
  connections: count('a number of connections from 1 to 100', 1, 100).default(1),
  reconnect: wholeDuration.default(5000),
})
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'a time after from',
    path: ['until'],
  })
  .transform(({ from, until, reconnect, ...rest }) => ({
    ...rest,
    fromMs: Math.round(from),
    untilMs: until ?? null,
    reconnectMs: reconnect,
  }));

const KINDS = 'a demand with its kind: arrivals, poller, cron, clients, load, replication or trace';

/** A demand, or a trace that becomes one. */
export type DemandFile = Demand | (TraceReference & { readonly name: string });

/** A list of demands. A demand without a name is named after its kind and its place in the list. */
export const demandSchema = z
  .array(
    z.discriminatedUnion('kind', [arrivals, poller, cron, clients, load, replication, traceReference], {
      error: (issue) => (issue.code === 'invalid_union' || issue.code === 'invalid_type' ? KINDS : undefined),
    }),
    { error: 'a list of demands' },
  )
  .max(200, { error: '200 demands at most' })
  .transform((list) =>
    list.map((demand, i): DemandFile => ({ ...demand, name: demand.name ?? `${demand.kind} ${i + 1}` })),
  );
