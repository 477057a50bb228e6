import fc from 'fast-check';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS, GIB, LISTED_SIZES_CU, MIB, MINUTE_MS } from '../../src/facts/index.ts';
import { type Change, DEFAULT_ASSUMPTIONS, Run, type TimelineEntry } from '../../src/simulator/index.ts';
import type { QueryNeeds } from '../../src/workload/index.ts';
import { compute, jobs, load, only, simulation } from '../simulator/worlds.ts';
import { PLAIN_LIFE, START } from './harness.ts';

/** Something that is done to a compute at a time of its own. */
export type Deed =
  | {
      readonly kind: 'job';
      readonly busyMs: number;
      readonly cpuMs: number;
      /** What it needs beside, in a connection of its own or one of the pooler; it leaves when its query is done. */
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
  /** The connections that were interrupted, and when. */
  readonly dropped: readonly { readonly atMs: number; readonly connections: number }[];
}

/** What happened once the compute was awake. */
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
}: Story): Lived {
  const client = { connectTimeoutMs: 5000, retries: 0, backOffMs: 500, backOffFactor: 2 };
  const steps = deeds.flatMap(({ atMs, deed }) => (deed.kind === 'load' ? [{ atMs, value: deed.vcpu }] : []));
  const demand = [
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
  const run = new Run(
    simulation({
      startMs: START,
      horizonMs,
      computes: [compute(demand, { size, suspendAfterMs, workingSetBytes, changes })],
      assumptions: { ...DEFAULT_ASSUMPTIONS, ...pool, life: PLAIN_LIFE },
    }),
    ({ kind, atMs, connections }) => {
      if (kind === 'connection.dropped') dropped.push({ atMs, connections: connections as number });
    },
  );
  run.advance(horizonMs);
  return { timeline: afterBegin(only(run.computes).timeline.entries), dropped };
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

export const anyQuery: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('job'),
  busyMs: fc.constant(0),
  cpuMs: fc.integer({ min: 1, max: 4 * MINUTE_MS }),
});

export function secondsOf(ms: number | null): number {
  return ms === null ? -1 : ms / 1000;
}
