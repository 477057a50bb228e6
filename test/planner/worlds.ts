import fc from 'fast-check';
import { constant } from '../../src/compute/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import type { Configuration } from '../../src/planner/index.ts';
import { DEFAULT_ASSUMPTIONS, type Simulation } from '../../src/simulator/index.ts';
import type { Demand, JobsDemand, LoadDemand, QueryNeeds } from '../../src/workload/index.ts';
import { anyAdmission, anyCompute, compute, group, simulation } from '../simulator/worlds.ts';

export const USUAL: Configuration = {
  size: { minCu: 0.25, maxCu: 2 },
  suspendAfterMs: 5 * MINUTE_MS,
  route: 'direct',
};

/** Demand of one compute over some hours, as a scenario would have it. */
export function world(demand: readonly Demand[], horizonMs = 6 * HOUR_MS): Simulation {
  return simulation({ horizonMs, computes: [compute(demand, { size: USUAL.size })] });
}

/** vCPU for each minute. */
export function load(values: readonly number[], more: Partial<LoadDemand> = {}): LoadDemand {
  return {
    kind: 'load',
    name: 'load',
    vcpu: { kind: 'samples', atMs: 0, stepMs: MINUTE_MS, values: Float64Array.from(values) },
    cpuMsPerQuery: 20,
    concurrency: null,
    connections: 10,
    memoryBytes: { kind: 'constant', value: 0 },
    pagesPerQuery: 0,
    ...more,
  };
}

/**
 * Quiet minutes and two bursts. The second burst comes at the size that the first has left, small or large.
 */
const twoBursts = fc
  .record({
    base: fc.constantFrom(0, 0, 0.1, 0.6),
    firstAt: fc.nat(60),
    apart: fc.integer({ min: 1, max: 40 }),
    heights: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
    lasts: fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 15 })),
  })
  .map(({ base, firstAt, apart, heights, lasts }) => {
    const values = Array.from<number>({ length: 150 }).fill(base);
    const secondAt = firstAt + lasts[0] + apart;
    for (let i = 0; i < lasts[0]; i++) values[firstAt + i] = heights[0] / 2;
    for (let i = 0; i < lasts[1]; i++) values[secondAt + i] = heights[1] / 2;
    return values;
  });

const anything = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 40 }).map((n) => n / 10),
  ),
  {
    minLength: 1,
    maxLength: 150,
  },
);

/**
 * Small worlds: bursts, noise and pauses; connections, a limit on active queries, memory and pages, or none of them.
 */
export const anyWorld: fc.Arbitrary<Simulation> = fc
  .record({
    values: fc.oneof(twoBursts, anything),
    connections: fc.constantFrom(0, 10, 150, 400),
    concurrency: fc.constantFrom(null, 5, 50),
    gigabytes: fc.constantFrom(0, 0, 2, 9),
    pagesPerQuery: fc.constantFrom(0, 0, 20),
    workingSetBytes: fc.constantFrom(0, 2e9),
    poller: fc.boolean(),
  })
  .map(({ values, connections, concurrency, gigabytes, pagesPerQuery, workingSetBytes, poller }) => {
    const flow = load(values, {
      connections,
      concurrency,
      pagesPerQuery,
      memoryBytes: { kind: 'constant', value: gigabytes * 1e9 },
    });
    const { computes, ...rest } = world(poller ? [flow, POLLER] : [flow], 4 * HOUR_MS);
    return { ...rest, computes: computes.map((one) => ({ ...one, workingSetBytes })) };
  });

/** All kinds of demand. Connections run out, clients do not wait, and starts and suspends take long. */
export const anyDemand: fc.Arbitrary<Simulation> = fc
  .record({
    compute: anyCompute,
    horizonMs: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }),
    seed: fc.nat(),
    connectionLimit: fc.constantFrom(null, 1, 2, 5),
    poolSize: fc.constantFrom(null, 1),
    changeMs: fc.constantFrom(null, 0, 2000, 40_000),
    wakeAdmission: anyAdmission,
  })
  .map(({ compute, horizonMs, seed, connectionLimit, poolSize, changeMs, wakeAdmission }) => {
    const { life } = DEFAULT_ASSUMPTIONS;
    const times = changeMs === null ? {} : { startTime: constant(changeMs), suspendTime: constant(changeMs) };
    return simulation({
      horizonMs,
      seed,
      computes: [{ ...compute, changes: [] }],
      assumptions: {
        ...DEFAULT_ASSUMPTIONS,
        burst: seed % 4 < 3,
        connectionCpuMs: seed % 3 === 0 ? 4 : 0,
        ownWorkShare: seed % 5 === 0 ? 0.1 : 0,
        randomArrivals: seed % 3 < 2,
        connectionLimit,
        poolSize,
        life: { ...life, ...times, wakeAdmission },
      },
    });
  });

/** Jobs alone, on either path, with memory and pages. The pool and connections may run out. */
export const anyJobsWorld: fc.Arbitrary<Simulation> = anyDemand.map((given) => ({
  ...given,
  computes: given.computes.map((one) => ({
    ...one,
    demand: one.demand.flatMap((of, at): Demand[] =>
      of.kind === 'jobs' ? [{ ...of, name: `jobs ${at}`, keepsConnection: false }] : [],
    ),
  })),
}));

/**
 * Groups of clients that come again once they are answered, with a job beside them: pages of a working set, memory,
 * pools of few connections, either path. The cache may be filled, the pool short, and memory run out.
 */
export const anyClientsWorld: fc.Arbitrary<Simulation> = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    thinkMs: fc.constantFrom(8000, 30_000, 200_000),
    poolMax: fc.constantFrom(1, 3, 12),
    route: fc.constantFrom('direct', 'pooler'),
    cpuMs: fc.constantFrom(5, 60, 700),
    pages: fc.constantFrom(0, 100, 4000),
    megabytes: fc.constantFrom(0, 20, 400),
    workingSetBytes: fc.constantFrom(0, 2e8, 3e9),
    poolSize: fc.constantFrom(null, 2),
    hasJob: fc.boolean(),
    seed: fc.nat(),
  })
  .map((given) => {
    const { count, thinkMs, poolMax, route, cpuMs, pages, megabytes, workingSetBytes, poolSize } = given;
    const query: Partial<QueryNeeds> = {
      cpu: { kind: 'exponential', meanMs: cpuMs },
      wait: { kind: 'constant', ms: 5 },
      pages,
      memoryBytes: megabytes * 1e6,
    };
    const members = group(count, { kind: 'exponential', meanMs: thinkMs }, query, {
      route,
      pool: { max: poolMax, idleMs: null, prePing: false },
    });
    const { computes, ...rest } = world(given.hasJob ? [members, POLLER] : [members], HOUR_MS);
    return {
      ...rest,
      seed: given.seed,
      computes: computes.map((one) => ({ ...one, workingSetBytes })),
      assumptions: { ...DEFAULT_ASSUMPTIONS, poolSize },
    };
  });

export const POLLER: JobsDemand = {
  kind: 'jobs',
  name: 'poller',
  route: 'direct',
  schedule: { kind: 'every', everyMs: 7 * MINUTE_MS, offsetMs: 0 },
  sessions: 3,
  keepsConnection: false,
  query: {
    cpu: { kind: 'constant', ms: 5000 },
    wait: { kind: 'constant', ms: 10 },
    memoryBytes: 0,
    memoryRampMs: 0,
    pages: 0,
    temporaryBytes: 0,
  },
  client: { connectTimeoutMs: 5000, retries: 1, backOffMs: 1000, backOffFactor: 2 },
};
