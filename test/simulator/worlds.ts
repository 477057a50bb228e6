import fc from 'fast-check';
import { constant } from '../../src/compute/index.ts';
import { factSet, GIB, HOUR_MS, LISTED_SIZES_CU, MIB, MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Assumptions,
  type ComputePlan,
  DEFAULT_ASSUMPTIONS,
  DEFAULT_COUNTED,
  type PlannedChange,
  Run,
  type RunEvent,
  resultOf,
  type Simulation,
} from '../../src/simulator/index.ts';
import {
  type ClientsDemand,
  createZone,
  type Demand,
  type JobsDemand,
  type LoadDemand,
  type Profile,
  type QueryNeeds,
  type ReplicationDemand,
  type Sampled,
} from '../../src/workload/index.ts';

const facts = factSet('spec');

/** Starts and suspends take no time, and inactivity is noticed at once, as closed forms assume. */
export const INSTANT: Assumptions = {
  ...DEFAULT_ASSUMPTIONS,
  contention: 0,
  connectionCpuMs: 0,
  life: { ...DEFAULT_ASSUMPTIONS.life, idleCheckMs: 0, startTime: constant(0), suspendTime: constant(0) },
};

export function simulation(
  given: Partial<Simulation> & Pick<Simulation, 'computes' | 'horizonMs'>,
): Simulation {
  return {
    startMs: Date.UTC(2026, 2, 2),
    zone: createZone('UTC'),
    seed: 1,
    facts,
    plan: 'scale',
    prices: facts.prices.value,
    assumptions: DEFAULT_ASSUMPTIONS,
    counted: DEFAULT_COUNTED,
    releases: null,
    stepping: false,
    ...given,
  };
}

export function compute(demand: readonly Demand[], given: Partial<ComputePlan> = {}): ComputePlan {
  return {
    name: 'main',
    branch: 'main',
    type: 'read_write',
    size: { minCu: 1, maxCu: 1 },
    suspendAfterMs: 300_000,
    workingSetBytes: 0,
    demand,
    changes: [],
    ...given,
  };
}

export const steady = (value: number): Profile => ({ kind: 'constant', value });
export const mean = (meanMs: number): Sampled => ({ kind: 'exponential', meanMs });
const CLIENT = { connectTimeoutMs: 5000, retries: 0, backOffMs: 500, backOffFactor: 2 };

export function needs(given: Partial<QueryNeeds> = {}): QueryNeeds {
  const nothing = { memoryBytes: 0, memoryRampMs: 0, pages: 0, temporaryBytes: 0 };
  return { cpu: constant(0), wait: constant(0), ...nothing, ...given };
}

export function jobs(
  perSecond: number | Profile,
  query: Partial<QueryNeeds>,
  given: Partial<JobsDemand> = {},
): JobsDemand {
  return {
    kind: 'jobs',
    name: 'jobs',
    route: 'direct',
    schedule: { kind: 'poisson', perSecond: typeof perSecond === 'number' ? steady(perSecond) : perSecond },
    sessions: 1,
    keepsConnection: false,
    query: needs(query),
    client: CLIENT,
    ...given,
  };
}

export function load(vcpu: number | Profile, given: Partial<LoadDemand> = {}): LoadDemand {
  return {
    kind: 'load',
    name: 'load',
    vcpu: typeof vcpu === 'number' ? steady(vcpu) : vcpu,
    cpuMsPerQuery: 50,
    concurrency: null,
    connections: 0,
    memoryBytes: steady(0),
    pagesPerQuery: 0,
    ...given,
  };
}

export function group(
  count: number,
  think: Sampled,
  query: Partial<QueryNeeds>,
  given: Partial<ClientsDemand> = {},
): ClientsDemand {
  return {
    kind: 'clients',
    name: 'clients',
    route: 'direct',
    count,
    think,
    working: steady(1),
    pool: { max: count, idleMs: null, prePing: false },
    query: needs(query),
    client: CLIENT,
    ...given,
  };
}

export function run(given: Simulation): Run {
  const made = new Run(given);
  made.advance(given.horizonMs);
  return made;
}

export function recorded(given: Simulation): { readonly run: Run; readonly events: readonly RunEvent[] } {
  const events: RunEvent[] = [];
  const made = new Run(given, (event) => events.push(event));
  made.advance(given.horizonMs);
  return { run: made, events };
}

export function bytesOf(made: Run): string {
  return JSON.stringify(resultOf(made));
}

export function only<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined || list.length !== 1) throw new Error(`one expected, not ${list.length}`);
  return one;
}

const duration = (max: number) => fc.integer({ min: 1, max });
const anySampled: fc.Arbitrary<Sampled> = fc.oneof(
  duration(3000).map((ms) => constant(ms)),
  duration(3000).map((meanMs) => mean(meanMs)),
  fc
    .tuple(duration(500), fc.integer({ min: 1, max: 8 }))
    .map(([medianMs, tail]): Sampled => ({ kind: 'log-normal', medianMs, p95Ms: medianMs * tail })),
);

function anyProfile(most: number): fc.Arbitrary<Profile> {
  const value = fc.nat({ max: 1000 }).map((n) => (n * most) / 1000);
  return fc.oneof(
    value.map(steady),
    fc
      .array(fc.record({ atMs: fc.nat({ max: 3 * HOUR_MS }), value }), { minLength: 1, maxLength: 5 })
      .map((steps): Profile => ({ kind: 'steps', steps: steps.sort((a, b) => a.atMs - b.atMs) })),
    fc.tuple(value, value).map(
      ([inside, outside]): Profile => ({
        kind: 'hours',
        days: [1, 2],
        fromMs: HOUR_MS,
        toMs: 2 * HOUR_MS,
        inside,
        outside,
      }),
    ),
    fc
      .tuple(value, value)
      .map(([low, high]): Profile => ({ kind: 'daily', low, high, peakAtMs: HOUR_MS, weekend: 1 })),
    value.map(
      (of): Profile => ({
        kind: 'noisy',
        of: steady(of),
        variation: 0.5,
        everyMs: MINUTE_MS,
        correlation: 0,
      }),
    ),
  );
}

const anyQuery: fc.Arbitrary<QueryNeeds> = fc.record({
  cpu: fc.oneof(fc.constant(constant(0)), anySampled),
  wait: fc.oneof(fc.constant(constant(0)), anySampled),
  memoryBytes: fc.oneof(fc.constant(0), fc.nat({ max: 600 * MIB })),
  memoryRampMs: fc.oneof(fc.constant(0), fc.nat({ max: 20_000 })),
  pages: fc.oneof(fc.constant(0), fc.nat({ max: 5000 })),
  temporaryBytes: fc.oneof(fc.constant(0), fc.nat({ max: 8 * GIB })),
});

const anyClient = fc.record({
  connectTimeoutMs: fc.integer({ min: 50, max: 10_000 }),
  retries: fc.nat({ max: 3 }),
  backOffMs: fc.integer({ min: 10, max: 2000 }),
  backOffFactor: fc.integer({ min: 1, max: 3 }),
});

const anyRoute = fc.constantFrom('direct' as const, 'pooler' as const);

const anyJobs: fc.Arbitrary<Demand> = fc.record({
  kind: fc.constant('jobs' as const),
  name: fc.constant('jobs'),
  route: anyRoute,
  schedule: fc.oneof(
    anyProfile(0.3).map((perSecond) => ({ kind: 'poisson' as const, perSecond })),
    anyProfile(0.02).map((burstsPerSecond) => ({
      kind: 'bursty' as const,
      burstsPerSecond,
      meanBurst: 8,
      gapMs: 40,
    })),
    fc
      .tuple(fc.integer({ min: 5000, max: 900_000 }), fc.nat({ max: 5000 }))
      .map(([everyMs, offsetMs]) => ({ kind: 'every' as const, everyMs, offsetMs })),
    fc
      .constantFrom('*/7 * * * *', '30 * * * *', '5 1 * * *')
      .map((expression) => ({ kind: 'cron' as const, expression })),
  ),
  sessions: fc.integer({ min: 1, max: 4 }),
  keepsConnection: fc.boolean(),
  query: anyQuery,
  client: anyClient,
});

const anyClients: fc.Arbitrary<Demand> = fc.record({
  kind: fc.constant('clients' as const),
  name: fc.constant('clients'),
  route: anyRoute,
  count: fc.integer({ min: 1, max: 8 }),
  think: fc.integer({ min: 2000, max: 600_000 }).map((ms) => mean(ms)),
  working: anyProfile(1),
  pool: fc.record({
    max: fc.integer({ min: 1, max: 6 }),
    idleMs: fc.oneof(fc.constant(null), fc.integer({ min: 1000, max: 600_000 })),
    prePing: fc.boolean(),
  }),
  query: anyQuery,
  client: anyClient,
});

/** A subscriber of logical replication, for a part of the run or to its end. */
export const anyReplication: fc.Arbitrary<ReplicationDemand> = fc
  .record({
    fromMs: fc.oneof(fc.constant(0), fc.nat({ max: 3 * HOUR_MS })),
    lengthMs: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: HOUR_MS })),
    connections: fc.integer({ min: 1, max: 3 }),
    reconnectMs: fc.constantFrom(1000, 5000, 90_000),
  })
  .map(({ fromMs, lengthMs, ...rest }) => ({
    kind: 'replication',
    name: 'replication',
    fromMs,
    untilMs: lengthMs === null ? null : fromMs + lengthMs,
    ...rest,
  }));

export const anyLoad: fc.Arbitrary<LoadDemand> = fc.record({
  kind: fc.constant('load' as const),
  name: fc.constant('load'),
  vcpu: anyProfile(6),
  cpuMsPerQuery: fc.integer({ min: 1, max: 500 }),
  concurrency: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 40 })),
  connections: fc.nat({ max: 300 }),
  memoryBytes: anyProfile(2 * GIB),
  pagesPerQuery: fc.nat({ max: 100 }),
});

/** Minutes as in a trace: work with bursts, pauses, and stretches without change. */
const anySamples = (unit: number): fc.Arbitrary<Profile> =>
  fc
    .record({
      stepMs: fc.constantFrom(MINUTE_MS, 30_000, 7001),
      values: fc.array(
        fc.oneof(
          fc.nat({ max: 200 }).map((n) => n / 100),
          fc.nat({ max: 900 }).map((n) => n / 100),
          fc.constantFrom(0, 0.3, 0.3, 0.3),
        ),
        { minLength: 1, maxLength: 150 },
      ),
      // More changes than are read at once.
      times: fc.constantFrom(1, 1, 1, 8),
    })
    .map(({ stepMs, values, times }) => {
      const all = Array.from({ length: times }, () => values).flat();
      return { kind: 'samples', atMs: 0, stepMs, values: Float64Array.from(all, (value) => value * unit) };
    });

/** A load that reads no pages. */
export const anyFlow: fc.Arbitrary<LoadDemand> = fc
  .tuple(
    anyLoad,
    anySamples(1),
    // Enough memory to put the smaller sizes under pressure now and then.
    fc.oneof(fc.constantFrom(steady(0), steady(700 * MIB), null), anySamples(300 * MIB)),
    fc.constantFrom(null, null, 3),
  )
  .map(([given, vcpu, memory, concurrency]) => ({
    ...given,
    vcpu,
    memoryBytes: memory ?? given.memoryBytes,
    concurrency: concurrency ?? given.concurrency,
    pagesPerQuery: 0,
  }));

const anyChange: fc.Arbitrary<PlannedChange> = fc.record({
  atMs: fc.nat({ max: 3 * HOUR_MS }),
  change: fc.oneof(
    fc
      .constantFrom('start', 'suspend', 'restart', 'disable', 'enable')
      .map((command) => ({ kind: 'command' as const, command })),
    fc
      .constantFrom(60_000, 300_000, null)
      .map((suspendAfterMs) => ({ kind: 'suspendAfter' as const, suspendAfterMs })),
    fc
      .constantFrom([1, 1], [0.25, 2], [2, 8])
      .map(([minCu = 1, maxCu = 1]) => ({ kind: 'size' as const, size: { minCu, maxCu } })),
    fc.constantFrom('dev', 'test').map((branch) => ({ kind: 'branch' as const, branch })),
  ),
});

const rangeEnds = LISTED_SIZES_CU.filter((cu) => cu <= 16);
export const anySize = fc
  .tuple(fc.constantFrom(...rangeEnds), fc.constantFrom(...rangeEnds))
  .map(([a, b]) => ({ minCu: Math.min(a, b), maxCu: Math.max(a, b) }));

export const anyCompute: fc.Arbitrary<ComputePlan> = fc
  .record({
    size: anySize,
    suspendAfterMs: fc.constantFrom(60_000, 300_000, 900_000, null),
    workingSetBytes: fc.oneof(fc.constant(0), fc.nat({ max: 20 * GIB })),
    demand: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: anyJobs },
        { weight: 3, arbitrary: anyClients },
        { weight: 3, arbitrary: anyLoad },
        { weight: 1, arbitrary: anyReplication },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    changes: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(anyChange, { maxLength: 3 }) },
    ),
  })
  .map(({ demand, ...settings }) =>
    compute(
      demand.map((one, i) => ({ ...one, name: `${one.name} ${i}` })),
      settings,
    ),
  );

/** Assumptions under which the five-minute load average counts too. */
export const anyZones = fc
  .constantFrom([0.5, 0], [0, 0.4], [0.3, 2])
  .map(([cpuStableZoneRatio = 0, cpuMixedZoneRatio = 0]) => ({ cpuStableZoneRatio, cpuMixedZoneRatio }));

/** Rules of the proxy for a wake; often none. */
export const anyAdmission = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      refusedShare: fc.constantFrom(0, 0.3, 1),
      forMs: fc.constantFrom(0, 20_000, 200_000),
    }),
  },
);

/** A few hours of any simulation. */
export const anySimulation: fc.Arbitrary<Simulation> = fc
  .record({
    computes: fc.array(anyCompute, { minLength: 1, maxLength: 2 }),
    horizonMs: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }),
    seed: fc.nat(),
    plan: fc.constantFrom('scale' as const, 'free' as const),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns').map(createZone),
    failures: fc.constantFrom(0, 0, 0.3),
    wakeAdmission: anyAdmission,
    prewarmShare: fc.constantFrom(0, 0.5),
    lfcMetrics: fc.boolean(),
    zones: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyZones }),
    releases: fc.constantFrom(null, { everyMs: HOUR_MS, firstMs: 20 * MINUTE_MS }),
  })
  .map(({ computes, failures, wakeAdmission, prewarmShare, lfcMetrics, zones, ...rest }) =>
    simulation({
      ...rest,
      computes: computes.map((plan, i) => ({ ...plan, name: `compute ${i}`, branch: `branch ${i}` })),
      assumptions: {
        ...DEFAULT_ASSUMPTIONS,
        burst: rest.seed % 4 < 3,
        connectionCpuMs: rest.seed % 2 === 0 ? 0 : 4,
        ownWorkShare: rest.seed % 3 === 0 ? 0.1 : 0,
        randomArrivals: rest.seed % 5 < 3,
        prewarmShare,
        life: { ...DEFAULT_ASSUMPTIONS.life, startFailureShare: failures, wakeAdmission },
        autoscaler: { ...DEFAULT_ASSUMPTIONS.autoscaler, ...zones, lfcMetrics },
      },
    }),
  );
