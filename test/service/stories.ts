import fc from 'fast-check';
import { constant, type WakeAdmissionRule } from '../../src/compute/index.ts';
import { DAY_MS, GIB, LISTED_SIZES_CU, MIB, MINUTE_MS } from '../../src/facts/index.ts';
import { type Change, DEFAULT_ASSUMPTIONS, Run, type TimelineEntry } from '../../src/simulator/index.ts';
import type { Demand, QueryNeeds } from '../../src/workload/index.ts';
import { compute, group, jobs, load, mean, needs, only, simulation } from '../simulator/worlds.ts';
import { PLAIN_LIFE, START } from './harness.ts';

/** Something that is done to a compute at a time of its own. */
export type Deed =
  | {
      readonly kind: 'job';
      readonly busyMs: number;
      readonly cpuMs: number;
      /** Its other needs. The query has a connection of its own, or one of the pooler, which it closes at its end. */
      readonly beside?: Pick<QueryNeeds, 'memoryBytes' | 'memoryRampMs' | 'pages' | 'temporaryBytes'>;
      readonly pooled?: boolean;
    }
  | { readonly kind: 'load'; readonly vcpu: number; readonly pagesPerQuery?: number }
  | { readonly kind: 'change'; readonly change: Change };

export interface Story {
  readonly size: { readonly minCu: number; readonly maxCu: number };
  readonly suspendAfterMs: number | null;
  readonly deeds: readonly { readonly atMs: number; readonly deed: Deed }[];
  readonly horizonMs: number;
  readonly workingSetBytes?: number;
  /** The pooler has so few connections to Postgres, and a client waits so long for one. */
  readonly pool?: { readonly poolSize: number; readonly poolWaitMs: number };
  /** The proxy refuses clients at a wake by this rule. */
  readonly admission?: WakeAdmissionRule | null;
  /** Clients that come by themselves, as a scenario has them. */
  readonly clients?: readonly Demand[];
}

/** Beside the one that the compute begins on. */
export const BRANCHES = ['dev', 'test'];

const HORIZON_MS = 40 * MINUTE_MS;

const anyChanges: fc.Arbitrary<readonly Deed[]> = fc
  .record({
    commands: fc.array(fc.constantFrom('start', 'suspend', 'restart', 'disable', 'enable'), { maxLength: 5 }),
    sizes: fc.uniqueArray(fc.constantFrom('1-1', '2-2', '0.5-2', '1-4', '4-8', '0.25-8'), { maxLength: 3 }),
    timeouts: fc.uniqueArray(fc.constantFrom(60_000, 120_000, 420_000, null), { maxLength: 2 }),
    branches: fc.uniqueArray(fc.constantFrom(...BRANCHES), { maxLength: 2 }),
  })
  .map(({ commands, sizes, timeouts, branches }) => [
    ...commands.map((command) => ({ kind: 'command', command }) as const),
    ...sizes.map((text) => {
      const [minCu = 1, maxCu = 1] = text.split('-').map(Number);
      return { kind: 'size', size: { minCu, maxCu } } as const;
    }),
    ...timeouts.map((suspendAfterMs) => ({ kind: 'suspendAfter', suspendAfterMs }) as const),
    ...branches.map((branch) => ({ kind: 'branch', branch }) as const),
  ])
  .map((changes) => changes.map((change) => ({ kind: 'change', change }) as Deed));

export function anyStory(demand: fc.Arbitrary<readonly Deed[]>): fc.Arbitrary<Story> {
  const ends = LISTED_SIZES_CU.filter((cu) => cu <= 16);
  return fc
    .record({
      a: fc.constantFrom(...ends),
      b: fc.constantFrom(...ends),
      suspendAfterMs: fc.constantFrom(90_000, 300_000),
      demand,
      changes: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: anyChanges }),
      times: fc.uniqueArray(fc.integer({ min: 1, max: HORIZON_MS }), { minLength: 30, maxLength: 30 }),
    })
    .map(({ a, b, suspendAfterMs, demand, changes, times }) => ({
      size: { minCu: Math.min(a, b), maxCu: Math.max(a, b) },
      suspendAfterMs,
      deeds: [...demand, ...changes]
        .map((deed, i) => ({ deed, atMs: times[i] as number }))
        .sort((x, y) => x.atMs - y.atMs),
      horizonMs: HORIZON_MS + 20 * MINUTE_MS,
    }));
}

/** So many a load holds while it wants something. */
export const LOAD_CONNECTIONS = 60;

export interface Lived {
  readonly timeline: readonly TimelineEntry[];
  /** When clients got a connection, and when their queries were done. */
  readonly opened: readonly number[];
  readonly done: readonly number[];
  /** The connections that were interrupted, and when. */
  readonly dropped: readonly { readonly atMs: number; readonly connections: number }[];
}

/** The entries after the compute first woke. */
export function afterBegin(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return timeline.filter(({ atMs }) => atMs > 0);
}

/** The life of the compute as the engine has it. */
export function engineLife({
  size,
  suspendAfterMs,
  deeds,
  horizonMs,
  workingSetBytes = 0,
  pool,
  admission = null,
  clients = [],
}: Story): Lived {
  const client = { connectTimeoutMs: 5000, retries: 0, backOffMs: 500, backOffFactor: 2 };
  const steps = deeds.flatMap(({ atMs, deed }) => (deed.kind === 'load' ? [{ atMs, value: deed.vcpu }] : []));
  const demand = [
    ...clients,
    ...deeds.flatMap(({ atMs, deed }) =>
      deed.kind === 'job'
        ? [
            jobs(
              0,
              { cpu: constant(deed.cpuMs), wait: constant(deed.busyMs), ...deed.beside },
              {
                route: deed.pooled ? 'pooler' : 'direct',
                name: `job at ${atMs}`,
                schedule: { kind: 'every', everyMs: 1000 * DAY_MS, offsetMs: atMs },
                client,
              },
            ),
          ]
        : [],
    ),
    ...(steps.length === 0
      ? []
      : [load({ kind: 'steps', steps }, { connections: LOAD_CONNECTIONS, pagesPerQuery: pagesOf(deeds) })]),
  ];
  const changes = deeds.flatMap(({ atMs, deed }) =>
    deed.kind === 'change' ? [{ atMs, change: deed.change }] : [],
  );
  const dropped: Lived['dropped'][number][] = [];
  const opened: number[] = [];
  const done: number[] = [];
  const run = new Run(
    simulation({
      startMs: START,
      horizonMs,
      computes: [compute(demand, { size, suspendAfterMs, workingSetBytes, changes })],
      assumptions: {
        ...DEFAULT_ASSUMPTIONS,
        ...pool,
        life: { ...PLAIN_LIFE, wakeAdmission: admission },
      },
    }),
    ({ kind, atMs, connections, flow }) => {
      if (kind === 'connection.opened' && flow !== true) opened.push(atMs);
      if (kind === 'query.done') done.push(atMs);
      if (kind === 'connection.dropped') dropped.push({ atMs, connections: connections as number });
    },
  );
  run.advance(horizonMs);
  return { timeline: afterBegin(only(run.computes).timeline.entries), opened, done, dropped };
}

export const anyJob: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('job'),
  busyMs: fc.integer({ min: 1, max: 8 * MINUTE_MS }),
  cpuMs: fc.constant(0),
});

/** A load reads so many pages with each query: of one story always the same. */
function pagesOf(deeds: Story['deeds']): number {
  for (const { deed } of deeds) if (deed.kind === 'load') return deed.pagesPerQuery ?? 0;
  return 0;
}

/** A query that takes memory bit by bit, reads pages, writes beside, and may come through the pooler. */
export const anyHeavyQuery: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('job'),
  busyMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 * MINUTE_MS })),
  cpuMs: fc.integer({ min: 1, max: MINUTE_MS }),
  pooled: fc.boolean(),
  beside: fc.record({
    memoryBytes: fc.constantFrom(0, 200 * MIB, 700 * MIB, 1500 * MIB, 4 * GIB),
    memoryRampMs: fc.constantFrom(0, 7000, 60_000),
    pages: fc.constantFrom(0, 500, 40_000),
    temporaryBytes: fc.constantFrom(0, 5 * GIB, 30 * GIB),
  }),
});

const anyClientRules = fc.record({
  // Some wait for a start, and some not long enough.
  connectTimeoutMs: fc.constantFrom(100, 5000),
  retries: fc.nat({ max: 3 }),
  backOffMs: fc.integer({ min: 200, max: 4000 }),
  backOffFactor: fc.constantFrom(1, 2),
});

const anyNeeds = fc
  .record({
    cpu: fc.oneof(fc.constant(constant(0)), fc.integer({ min: 1, max: 3000 }).map(mean)),
    wait: fc.oneof(fc.constant(constant(0)), fc.integer({ min: 1, max: 20_000 }).map(mean)),
    pages: fc.constantFrom(0, 0, 500, 20_000),
    memoryBytes: fc.constantFrom(0, 0, 100 * MIB, 700 * MIB),
    memoryRampMs: fc.constantFrom(0, 3000),
    temporaryBytes: fc.constantFrom(0, 0, 0, 10 * GIB),
  })
  .map(needs);

const anyRoute = fc.constantFrom('direct' as const, 'pooler' as const);

/** A closed group whose application has a pool, seldom with room for all, and works more at some times. */
const anyGroup: fc.Arbitrary<Demand> = fc
  .record({
    count: fc.integer({ min: 1, max: 6 }),
    thinkMs: fc.constantFrom(3000, 20_000, MINUTE_MS, 10 * MINUTE_MS),
    query: anyNeeds,
    route: anyRoute,
    pool: fc.record({
      max: fc.integer({ min: 1, max: 4 }),
      idleMs: fc.constantFrom(null, 2000, 60_000),
      prePing: fc.boolean(),
    }),
    client: anyClientRules,
    working: fc.array(
      fc.record({ atMs: fc.integer({ min: 0, max: HORIZON_MS }), value: fc.constantFrom(0, 0.5, 1) }),
      { maxLength: 3 },
    ),
  })
  .map(({ count, thinkMs, query, working, ...given }) => {
    const steps = [{ atMs: 0, value: 1 }, ...working.sort((a, b) => a.atMs - b.atMs)];
    return group(count, mean(thinkMs), query, { ...given, working: { kind: 'steps', steps } });
  });

/** Jobs that keep their connections or open one each time, by the clock or by chance. */
const anyJobs: fc.Arbitrary<Demand> = fc
  .record({
    everyMs: fc.constantFrom(5000, 30_000, 7 * MINUTE_MS),
    isByChance: fc.boolean(),
    sessions: fc.constantFrom(1, 1, 3),
    keepsConnection: fc.boolean(),
    query: anyNeeds,
    route: anyRoute,
    client: anyClientRules,
  })
  .map(({ everyMs, isByChance, query, ...given }) =>
    jobs(1000 / everyMs, query, {
      ...given,
      ...(isByChance ? {} : { schedule: { kind: 'every', everyMs, offsetMs: 1000 } }),
    }),
  );

/** Up to three demands, of different names. */
export const anyClients: fc.Arbitrary<readonly Demand[]> = fc
  .array(fc.oneof({ weight: 2, arbitrary: anyGroup }, { weight: 1, arbitrary: anyJobs }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((demands) => demands.map((demand, i) => ({ ...demand, name: `demand ${i}` })));

/** One or two loads with changes at times of their own. Some changes make no difference. */
export const anyLoads: fc.Arbitrary<readonly Demand[]> = fc
  .array(
    fc.record({
      vcpu: fc.array(
        fc.record({
          atMs: fc.integer({ min: 0, max: HORIZON_MS }),
          value: fc.constantFrom(0, 0.3, 0.7, 2.1, 9),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      memoryBytes: fc.constantFrom(0, 300 * MIB, 1500 * MIB),
      cpuMsPerQuery: fc.constantFrom(7, 50),
      pagesPerQuery: fc.constantFrom(0, 20),
      concurrency: fc.constantFrom(null, 4),
      connections: fc.constantFrom(3, LOAD_CONNECTIONS),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((loads) =>
    loads.map(({ vcpu, memoryBytes, ...given }, i) =>
      load(
        { kind: 'steps', steps: vcpu.sort((a, b) => a.atMs - b.atMs) },
        { ...given, name: `load ${i}`, memoryBytes: { kind: 'constant', value: memoryBytes } },
      ),
    ),
  );

export const anyQuery: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('job'),
  busyMs: fc.constant(0),
  cpuMs: fc.integer({ min: 1, max: 4 * MINUTE_MS }),
});

export function secondsOf(ms: number | null): number {
  return ms === null ? -1 : ms / 1000;
}
