import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS, factSet, GIB, HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import { EVENT, Run, resultOf, type Simulation, totalsOnlyRun } from '../../src/simulator/index.ts';
import { createZone, type Profile } from '../../src/workload/index.ts';
import { compute, group, INSTANT, jobs, load, mean, only, recorded, run, simulation } from './worlds.ts';

const at = (atMs: number) => ({ kind: 'every' as const, everyMs: 365 * DAY_MS, offsetMs: atMs });
const one = (given: Parameters<typeof simulation>[0]) => only(run(simulation(given)).computes);

describe('a five-minute burst to 4 vCPU on 0.25 to 8 CU', () => {
  // The same CPU work with four assumptions about waiting queries: 0.1 vCPU, then 4 vCPU from minute 10 to
  // 15.
  const burst: Profile = {
    kind: 'steps',
    steps: [
      { atMs: 0, value: 0.1 },
      { atMs: 10 * MINUTE_MS, value: 4 },
      { atMs: 15 * MINUTE_MS, value: 0.1 },
    ],
  };
  const EVEN = { ...INSTANT, randomArrivals: false };
  const throttledSeconds = (demand: ReturnType<typeof load> | ReturnType<typeof group>) => {
    const plan = compute([demand], { size: { minCu: 0.25, maxCu: 8 }, suspendAfterMs: null });
    return (
      one({ horizonMs: HOUR_MS, computes: [plan], assumptions: EVEN }).cpu.throttledMsAt(HOUR_MS) / SECOND_MS
    );
  };

  test('without a limit 50 ms queries pile up, the load average jumps, and the autoscaler scales up at once', () => {
    expect(throttledSeconds(load(burst))).toBe(8.75);
  });

  test('with a limit of 20 active queries the load average is at most 20, and the throttled time is longer', () => {
    expect(throttledSeconds(load(burst, { concurrency: 20 }))).toBe(26.334);
  });

  test('with a limit of 5 the throttled time is more than twenty times as long as without', () => {
    expect(throttledSeconds(load(burst, { concurrency: 5 }))).toBe(206.25);
  });

  test('in a stable zone the five-minute load average decides, and the throttled time is longer', () => {
    const throttledIn = (zones: { cpuStableZoneRatio?: number; cpuMixedZoneRatio?: number }) => {
      const plan = compute([load(burst, { concurrency: 20 })], {
        size: { minCu: 0.25, maxCu: 8 },
        suspendAfterMs: null,
      });
      const assumptions = { ...INSTANT, autoscaler: { ...INSTANT.autoscaler, ...zones } };
      return one({ horizonMs: HOUR_MS, computes: [plan], assumptions }).cpu.throttledMsAt(HOUR_MS);
    };
    const [none, mixed, stable] = [{}, { cpuMixedZoneRatio: 10 }, { cpuStableZoneRatio: 10 }].map(
      throttledIn,
    );
    expect(mixed).toBeGreaterThan(none as number);
    expect(stable).toBeGreaterThan(mixed as number);
  });

  test('if waiting queries do not count in the load average, it is at most 4', () => {
    expect(throttledSeconds(load(burst, { cpuMsPerQuery: 1e9 }))).toBeGreaterThan(300);
  });

  test('a closed group of 80 clients slows down with the database, and has a backlog of at most 80 queries', () => {
    const working: Profile = {
      kind: 'steps',
      steps: [
        { atMs: 0, value: 0.025 },
        { atMs: 10 * MINUTE_MS, value: 1 },
        { atMs: 15 * MINUTE_MS, value: 0.025 },
      ],
    };
    const clients = group(80, mean(950), { cpu: mean(50) }, { working });
    const plan = compute([clients], { size: { minCu: 0.25, maxCu: 8 }, suspendAfterMs: null });
    const made = one({ horizonMs: HOUR_MS, computes: [plan], assumptions: INSTANT });
    expect(made.scaling.highestLoad1At(HOUR_MS)).toBeLessThan(80);
    expect(made.clientLog.delays.quantile(0.95)).toBeLessThan(100);
  });
});

describe('CPU', () => {
  test('a job takes its CPU time on a processor of its own, and shares if there are too few', () => {
    // Three jobs of 10 s begin together on 1 CU: each gets a third, and all are done after 30 s.
    const plan = compute([jobs(0, { cpu: constant(10_000) }, { schedule: at(SECOND_MS), sessions: 3 })]);
    const made = one({ horizonMs: MINUTE_MS, computes: [plan], assumptions: INSTANT });
    expect(made.clientLog.delays.max).toBe(20_000);
    expect(made.cpu.throttledMsAt(MINUTE_MS)).toBe(30_000);
    expect(made.cpu.usedCpuMsAt(MINUTE_MS)).toBeCloseTo(30_000, 0);
  });

  test('a connection to Postgres takes CPU before its first query and at its end, and one of the pooler does not', () => {
    const usedMs = (route: 'direct' | 'pooler', keepsConnection: boolean, cpuMs: number) => {
      const schedule = { kind: 'every' as const, everyMs: SECOND_MS, offsetMs: 0 };
      const asked = jobs(0, { cpu: constant(cpuMs) }, { route, schedule, keepsConnection });
      const assumptions = { ...INSTANT, connectionCpuMs: 6 };
      const made = one({ horizonMs: MINUTE_MS, computes: [compute([asked])], assumptions });
      return made.cpu.usedCpuMsAt(MINUTE_MS);
    };
    expect(usedMs('direct', false, 10)).toBeCloseTo(60 * 16);
    // The connection that is kept takes 3.6 ms once, to whole milliseconds of the clock.
    expect(usedMs('direct', true, 10)).toBeCloseTo(60 * 10 + 4);
    expect(usedMs('pooler', false, 10)).toBeCloseTo(60 * 10);
    // A query without CPU stands for time alone.
    expect(usedMs('direct', false, 0)).toBe(0);
  });

  test('the end of a connection takes CPU, but nobody waits for it', () => {
    // Each query takes 700 ms of CPU with the beginning of its connection, and leaves 400 ms for the end.
    const query = (atMs: number) =>
      jobs(0, { cpu: constant(100) }, { name: `at ${atMs}`, schedule: at(atMs) });
    const madeWith = (laterMs: number) =>
      one({
        horizonMs: MINUTE_MS,
        computes: [compute([query(SECOND_MS), query(laterMs)])],
        assumptions: { ...INSTANT, contention: 0, connectionCpuMs: 1000 },
      });
    expect(madeWith(2100).clientLog.delays.max).toBe(0);
    expect(madeWith(2100).cpu.usedCpuMsAt(MINUTE_MS)).toBe(2 * 1100);
    // 100 ms of the first connection are left, and share the processor with the second query.
    expect(madeWith(2000).clientLog.delays.max).toBe(100);
  });

  test('a restart also stops work on the CPU that nobody waits for', () => {
    // The query is done at 1.7 s. The work that is left takes 400 or 700 ms, and the compute stops after 200 ms of it.
    const usedMs = (cpuMs: number, assumed: Partial<Simulation['assumptions']>) => {
      const asked = jobs(0, { cpu: constant(cpuMs) }, { schedule: at(SECOND_MS) });
      const changes = [{ atMs: 1900, change: { kind: 'command' as const, command: 'restart' as const } }];
      return one({
        horizonMs: MINUTE_MS,
        computes: [compute([asked], { changes })],
        assumptions: { ...INSTANT, ...assumed },
      }).cpu.usedCpuMsAt(MINUTE_MS);
    };
    expect(usedMs(100, { connectionCpuMs: 1000 })).toBe(900);
    expect(usedMs(700, { ownWorkShare: 1 })).toBe(900);
  });

  test('Postgres itself takes CPU after queries, and nobody waits for it', () => {
    // Each query takes 1 s of CPU and leaves work of 200 ms.
    const query = (atMs: number) =>
      jobs(0, { cpu: constant(1000) }, { name: `at ${atMs}`, schedule: at(atMs) });
    const madeWith = (laterMs: number) =>
      one({
        horizonMs: MINUTE_MS,
        computes: [compute([query(SECOND_MS), query(laterMs)])],
        assumptions: { ...INSTANT, ownWorkShare: 0.2 },
      });
    expect(madeWith(2200).clientLog.delays.max).toBe(0);
    expect(madeWith(2200).cpu.usedCpuMsAt(MINUTE_MS)).toBe(2 * 1200);
    // 100 ms of the work that the first query left share the processor with the second query.
    expect(madeWith(2100).clientLog.delays.max).toBe(100);
  });

  test('Postgres itself takes its share of CPU, however short queries are, and however they reach it', () => {
    const shareOf = (cpuMs: number, route: 'direct' | 'pooler', given: { stepping?: boolean }) => {
      const schedule = { kind: 'every' as const, everyMs: 50, offsetMs: 0 };
      const asked = jobs(0, { cpu: constant(cpuMs) }, { route, schedule });
      const usedMs = (ownWorkShare: number) =>
        one({
          horizonMs: HOUR_MS,
          computes: [compute([asked])],
          assumptions: { ...INSTANT, ownWorkShare },
          ...given,
        }).cpu.usedCpuMsAt(HOUR_MS);
      return usedMs(0.03) / usedMs(0) - 1;
    };
    for (const cpuMs of [1, 10])
      for (const route of ['direct', 'pooler'] as const)
        for (const given of [{}, { stepping: true }])
          expect(shareOf(cpuMs, route, given)).toBeCloseTo(0.03, 3);
  });

  test('shared sizes burst to a whole processor only if bursts are assumed', () => {
    const plan = compute([jobs(0, { cpu: constant(10_000) }, { schedule: at(SECOND_MS) })], {
      size: { minCu: 0.25, maxCu: 0.25 },
    });
    const delay = (burst: boolean) =>
      one({ horizonMs: MINUTE_MS, computes: [plan], assumptions: { ...INSTANT, burst } }).clientLog.delays
        .max;
    // The quota of 25 ms in each 100 ms is used at full speed, in the last period too, and the first has 3 ms more.
    expect([delay(true), delay(false)]).toEqual([0, 29_973]);
  });

  test('a load average counts what waits for a quota as often as it waits', () => {
    // Queries wait at the end of a period of the quota. Counts that all fall there find half as many again.
    const plan = compute([jobs(12, { cpu: constant(10) })], {
      size: { minCu: 0.25, maxCu: 0.25 },
      suspendAfterMs: null,
    });
    const made = new Run(
      simulation({ horizonMs: 4 * HOUR_MS, computes: [plan], assumptions: { ...INSTANT, burst: false } }),
    );
    const { cpu } = only(made.computes);
    const means = [5 * SECOND_MS, 25].map((everyMs) => ({ everyMs, sum: 0 }));
    for (let atMs = 25; atMs <= 4 * HOUR_MS; atMs += 25) {
      made.advance(atMs);
      for (const mean of means)
        if (atMs % mean.everyMs === 0) mean.sum += cpu.runnableAt(atMs) * mean.everyMs;
    }
    const [counted, waited] = means.map(({ sum }) => sum / (4 * HOUR_MS)) as [number, number];
    expect(counted / waited).toBeGreaterThan(0.9);
    expect(counted / waited).toBeLessThan(1.1);
  });

  test.each([
    [0.25, 0.6, 5],
    [0.5, 0.8, 15],
    [0.75, 0.4, 25],
    [1, 0.8, 5],
    [1.5, 0.6, 15],
    [4, 0.8, 15],
  ])('a load on %s CU at %s of its use waits as single queries of %s ms do', (cu, use, cpuMs) => {
    const runnable = (demand: ReturnType<typeof load> | ReturnType<typeof jobs>) => {
      const plan = compute([demand], { size: { minCu: cu, maxCu: cu }, suspendAfterMs: null });
      const assumptions = { ...INSTANT, burst: false, contention: 0, poolSize: 10_000 };
      const made = new Run(simulation({ horizonMs: HOUR_MS, computes: [plan], assumptions }));
      const { cpu } = only(made.computes);
      let [sum, looks] = [0, 0];
      // These looks meet all parts of a period of the quota.
      for (let atMs = 47; atMs <= HOUR_MS; atMs += 47, looks++) {
        made.advance(atMs);
        sum += cpu.runnableAt(atMs);
      }
      return sum / looks;
    };
    const single = runnable(jobs((1000 * use * cu) / cpuMs, { cpu: mean(cpuMs) }, { route: 'pooler' }));
    const known = runnable(load(use * cu, { cpuMsPerQuery: cpuMs }));
    expect(known / single).toBeGreaterThan(0.85);
    expect(known / single).toBeLessThan(1.15);
  });

  test.each([0.6, 1.8, 3.5])(
    'the autoscaler follows a load of %s processors as it follows single queries that come at random',
    (vcpu) => {
      const cuHours = (
        demand: ReturnType<typeof load> | ReturnType<typeof jobs>,
        randomArrivals: boolean,
      ) => {
        const plan = compute([demand], { size: { minCu: 0.25, maxCu: 8 }, suspendAfterMs: null });
        const assumptions = { ...INSTANT, poolSize: 10_000, randomArrivals };
        return one({ horizonMs: 4 * HOUR_MS, computes: [plan], assumptions }).meter.quarterCuMsAt(
          4 * HOUR_MS,
        );
      };
      const single = cuHours(jobs((1000 * vcpu) / 30, { cpu: mean(30) }, { route: 'pooler' }), true);
      const [random, even] = [true, false].map(
        (isRandom) => cuHours(load(vcpu, { cpuMsPerQuery: 30 }), isRandom) / single,
      );
      expect(random).toBeGreaterThan(0.9);
      expect(random).toBeLessThan(1.05);
      expect(even).toBeLessThan(0.85);
    },
  );

  test('a load that counts processes that wait has none that wait beside them', () => {
    const quarterCuMs = (given: { countsWaits?: true }, randomArrivals: boolean, total: boolean) => {
      const plan = compute([load(0.7, given)], { size: { minCu: 0.25, maxCu: 4 }, suspendAfterMs: null });
      const assumptions = { ...INSTANT, randomArrivals };
      const asked = simulation({ horizonMs: HOUR_MS, computes: [plan], assumptions });
      const made = total ? totalsOnlyRun(asked) : new Run(asked);
      made.advance(HOUR_MS);
      return only(made.computes).meter.quarterCuMsAt(HOUR_MS);
    };
    const even = quarterCuMs({}, false, false);
    for (const total of [false, true]) {
      expect(quarterCuMs({ countsWaits: true }, true, total)).toBe(even);
      expect(quarterCuMs({}, true, total)).toBeGreaterThan(1.2 * even);
    }
  });

  test('CPU that a load asks for and does not get is served later', () => {
    const burst: Profile = {
      kind: 'steps',
      steps: [
        { atMs: 0, value: 3 },
        { atMs: 60_000, value: 0 },
      ],
    };
    const plan = compute([load(burst)], { suspendAfterMs: null });
    const { cpu } = one({ horizonMs: HOUR_MS, computes: [plan], assumptions: INSTANT });
    expect(cpu.usedCpuMsAt(HOUR_MS)).toBe(180_000);
    expect(cpu.highestBacklogMsAt(HOUR_MS)).toBe(120_000);
    expect(cpu.throttledMsAt(HOUR_MS)).toBe(180_000);
  });
});

describe('memory', () => {
  test('a query that grows beyond the RAM of a fixed size is killed, and takes all sessions with it', () => {
    const big = jobs(
      0,
      { wait: constant(60_000), memoryBytes: 5 * GIB, memoryRampMs: 10_000 },
      { name: 'big', schedule: at(SECOND_MS) },
    );
    const small = jobs(0, { wait: constant(60_000) }, { name: 'small', schedule: at(SECOND_MS) });
    const { run: made, events } = recorded(
      simulation({ horizonMs: MINUTE_MS, computes: [compute([big, small])], assumptions: INSTANT }),
    );
    const [killed] = events.filter(({ kind }) => kind === 'memory.kill');
    // 160 MiB base, two connections of 2 MiB, and 8 parts of 512 MiB are more than 4 GiB less 100 MiB.
    expect(killed?.atMs).toBe(8 * SECOND_MS);
    expect(only(made.computes).counted(EVENT.queryDropped)).toBe(2);
    expect(only(resultOf(made).computes).refusals.map(({ sqlstate, count }) => [sqlstate, count])).toEqual([
      ['57P02', 2],
    ]);
  });

  test('with a range the autoscaler scales up for such a query, and memory in use prevents scaling down', () => {
    const big = jobs(
      0,
      { wait: constant(10 * MINUTE_MS), memoryBytes: 5 * GIB, memoryRampMs: 5 * MINUTE_MS },
      { schedule: at(SECOND_MS) },
    );
    const made = one({
      horizonMs: HOUR_MS,
      computes: [compute([big], { size: { minCu: 0.5, maxCu: 4 } })],
      assumptions: INSTANT,
    });
    expect([made.counted(EVENT.memoryKill), made.counted(EVENT.queryDone)]).toEqual([0, 1]);
    expect(Math.max(...made.timeline.entries.map(({ cu }) => cu))).toBe(2);
  });
});

describe('the cache', () => {
  const reader = jobs(2, { wait: constant(10), pages: 200 });
  const hitRatio = (
    given: { workingSetBytes: number; size?: { minCu: number; maxCu: number } },
    changes: Parameters<typeof compute>[1] = {},
  ) => {
    const made = run(
      simulation({
        horizonMs: 6 * HOUR_MS,
        computes: [compute([reader], { suspendAfterMs: null, ...given, ...changes })],
        assumptions: INSTANT,
      }),
    );
    return only(resultOf(made).computes).cache.hitRatio as number;
  };

  test('holds a working set that fits, once it is warm', () => {
    expect(hitRatio({ workingSetBytes: GIB })).toBeGreaterThan(0.95);
  });

  test('with a larger working set, has the hit ratio that the skew gives', () => {
    // 3.2 GB of 32 GB with skew 0.5: the square root of a tenth.
    expect(hitRatio({ workingSetBytes: 32 * GIB })).toBeGreaterThan(0.2);
    expect(hitRatio({ workingSetBytes: 32 * GIB })).toBeLessThan(0.317);
  });

  test('is cold after each restart, and a miss takes time', () => {
    const restarts = Array.from({ length: 5 }, (_, i) => ({
      atMs: (i + 1) * HOUR_MS,
      change: { kind: 'command' as const, command: 'restart' as const },
    }));
    expect(hitRatio({ workingSetBytes: GIB }, { changes: restarts })).toBeLessThan(
      hitRatio({ workingSetBytes: GIB }) - 0.05,
    );
    const delay = (missMs: number) => {
      const plan = compute([reader], { workingSetBytes: 32 * GIB });
      return one({ horizonMs: HOUR_MS, computes: [plan], assumptions: { ...INSTANT, missMs } }).clientLog
        .delays.mean;
    };
    expect(delay(2)).toBeGreaterThan(3 * delay(0.5));
  });

  test('evicts pages at a smaller size, and asks for the size that holds the working set', () => {
    const burst: Profile = {
      kind: 'steps',
      steps: [
        { atMs: 0, value: 3 },
        { atMs: HOUR_MS, value: 0.01 },
      ],
    };
    const plan = compute([load(burst, { pagesPerQuery: 500 })], {
      size: { minCu: 0.25, maxCu: 4 },
      workingSetBytes: 8 * GIB,
      suspendAfterMs: null,
    });
    const of = (lfcMetrics: boolean) =>
      one({
        horizonMs: 4 * HOUR_MS,
        computes: [plan],
        assumptions: { ...INSTANT, autoscaler: { ...INSTANT.autoscaler, lfcMetrics } },
      });
    expect(of(false).cache.evictedBytes).toBeGreaterThan(5 * GIB);
    expect(of(true).cache.evictedBytes).toBe(0);
    expect(of(true).size).toBeGreaterThan(of(false).size);
  });
});

describe('connections', () => {
  test('a client above max_connections minus reserved ones gets the error of Postgres', () => {
    const storm = jobs(0, { wait: constant(1000) }, { schedule: at(SECOND_MS), sessions: 200 });
    const plan = compute([storm], { size: { minCu: 0.25, maxCu: 0.25 } });
    const [result] = resultOf(
      run(simulation({ horizonMs: MINUTE_MS, computes: [plan], assumptions: INSTANT })),
    ).computes;
    expect(result?.queries.done).toBe(105);
    expect(result?.connections.peak).toBe(105);
    expect(result?.refusals).toEqual([
      {
        reason: 'all connections are in use',
        sqlstate: '53300',
        message: 'FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute',
        count: 95,
        firstAt: '2026-03-02T00:00:01.000Z',
      },
    ]);
  });

  test('the pooler serves all clients, some after a wait, and a wait of two minutes is an error', () => {
    const storm = (waitMs: number) =>
      jobs(0, { wait: constant(waitMs) }, { schedule: at(SECOND_MS), sessions: 200, route: 'pooler' });
    const of = (waitMs: number) =>
      one({
        horizonMs: HOUR_MS,
        computes: [compute([storm(waitMs)], { size: { minCu: 0.25, maxCu: 0.25 } })],
        assumptions: INSTANT,
      });
    // The pool has floor(0.9 x 112) = 100 connections.
    expect([
      of(1000).counted(EVENT.queryDone),
      of(1000).counted(EVENT.poolQueued),
      of(1000).clientLog.poolWaits.max,
    ]).toEqual([200, 100, 1000]);
    expect([of(150_000).counted(EVENT.queryDone), of(150_000).counted(EVENT.poolTimedOut)]).toEqual([
      100, 100,
    ]);
  });

  test('the pooler takes 10,000 clients', () => {
    const storm = jobs(
      0,
      { wait: constant(1000) },
      { schedule: at(SECOND_MS), sessions: 10_001, route: 'pooler' },
    );
    const made = one({
      horizonMs: MINUTE_MS,
      computes: [compute([storm], { size: { minCu: 16, maxCu: 16 } })],
      assumptions: INSTANT,
    });
    expect([made.clients.connections.peakPooled, made.counted(EVENT.connectionRefused)]).toEqual([10_000, 1]);
  });
});

describe('clients', () => {
  const slow = { ...INSTANT, life: { ...INSTANT.life, startTime: constant(8000) } };
  const visit = (connectTimeoutMs: number, retries: number) =>
    jobs(
      0,
      { wait: constant(10) },
      {
        schedule: at(20 * MINUTE_MS),
        client: { connectTimeoutMs, retries, backOffMs: 500, backOffFactor: 2 },
      },
    );

  test('a connect times out, and the client retries as often as it may', () => {
    const made = one({ horizonMs: HOUR_MS, computes: [compute([visit(5000, 0)])], assumptions: slow });
    expect([
      made.counted(EVENT.connectionTimedOut),
      made.counted(EVENT.connectionGivenUp),
      made.counted(EVENT.queryDone),
    ]).toEqual([1, 1, 0]);
    const again = one({ horizonMs: HOUR_MS, computes: [compute([visit(5000, 2)])], assumptions: slow });
    expect([
      again.counted(EVENT.connectionTimedOut),
      again.counted(EVENT.connectionRetried),
      again.counted(EVENT.queryDone),
    ]).toEqual([1, 1, 1]);
    expect(again.clientLog.delays.max).toBe(8000);
  });

  test('a pool finds connections that died while the compute slept, and a test before use avoids the error', () => {
    const pooled = (prePing: boolean, idleMs: number | null) =>
      group(1, constant(10 * MINUTE_MS), { wait: constant(10) }, { pool: { max: 1, idleMs, prePing } });
    const of = (prePing: boolean, idleMs: number | null) =>
      one({ horizonMs: 2 * HOUR_MS, computes: [compute([pooled(prePing, idleMs)])], assumptions: INSTANT });
    expect([
      of(false, null).counted(EVENT.connectionStale),
      of(false, null).refusals.get('stale')?.count,
    ]).toEqual([10, 10]);
    expect([of(true, null).counted(EVENT.connectionStale), of(true, null).refusals.get('stale')]).toEqual([
      10,
      undefined,
    ]);
    // A pool that drops its connections before the compute sleeps never meets a dead one.
    expect(of(false, 299_000).counted(EVENT.connectionStale)).toBe(0);
  });

  test('all clients of a pool connect again within a second of a restart', () => {
    const plan = compute(
      [group(50, mean(500), { wait: constant(100) }, { pool: { max: 50, idleMs: null, prePing: false } })],
      {
        changes: [{ atMs: 10 * MINUTE_MS, change: { kind: 'command', command: 'restart' } }],
      },
    );
    const made = one({ horizonMs: 20 * MINUTE_MS, computes: [plan] });
    expect(made.clients.connections.mostInFirstSecond).toBeGreaterThan(20);
  });
});

test('a query whose temporary files exceed the disk fails with 53100', () => {
  // 2 CU have 30 GiB.
  const sorts = jobs(
    0,
    { wait: constant(60_000), temporaryBytes: 12 * GIB },
    { schedule: at(SECOND_MS), sessions: 3 },
  );
  const made = run(
    simulation({
      horizonMs: HOUR_MS,
      computes: [compute([sorts], { size: { minCu: 1, maxCu: 2 } })],
      assumptions: INSTANT,
    }),
  );
  const [result] = resultOf(made).computes;
  expect(result?.refusals.map(({ sqlstate, message, count }) => [sqlstate, message, count])).toEqual([
    ['53100', 'No space left on device', 1],
  ]);
  expect(result?.temporaryDisk).toEqual({ highestBytes: 30 * GIB, limitBytes: 30 * GIB });
});

test('a refused load builds no backlog, and connects again within a minute of the enable', () => {
  const plan = compute([load(0.5)], {
    changes: [
      { atMs: 10 * MINUTE_MS, change: { kind: 'command', command: 'disable' } },
      { atMs: 30 * MINUTE_MS, change: { kind: 'command', command: 'enable' } },
    ],
  });
  const made = one({ horizonMs: HOUR_MS, computes: [plan] });
  expect(made.cpu.highestBacklogMsAt(HOUR_MS)).toBeLessThan(SECOND_MS);
  const awakeMs = made.meter.awakeMsAt(HOUR_MS);
  expect(awakeMs).toBeGreaterThan(39 * MINUTE_MS - SECOND_MS);
  expect(awakeMs).toBeLessThan(40 * MINUTE_MS + SECOND_MS);
  expect(made.refusals.get('barred')?.count).toBe(19);
});

test('refused clients pause before they retry', () => {
  const plan = compute([group(1, constant(0), { wait: constant(10) })], {
    changes: [{ atMs: SECOND_MS, change: { kind: 'command', command: 'disable' } }],
  });
  const made = one({ horizonMs: MINUTE_MS, computes: [plan] });
  expect(made.refusals.get('barred')?.count).toBeLessThan(125);
});

describe('regressions', () => {
  test('a start counts as a release only if it brings one', () => {
    const restart = (atMs: number) => ({
      atMs,
      change: { kind: 'command' as const, command: 'restart' as const },
    });
    const plan = compute([], {
      suspendAfterMs: null,
      changes: [restart(HOUR_MS), restart(3 * HOUR_MS), restart(4 * HOUR_MS)],
    });
    const releases = { everyMs: DAY_MS, firstMs: 2 * HOUR_MS };
    const { events } = recorded(simulation({ horizonMs: 6 * HOUR_MS, computes: [plan], releases }));
    const [taken, ...others] = events.filter(({ kind }) => kind === 'release.pickedUp');
    expect(others).toEqual([]);
    expect(taken?.atMs).toBeGreaterThanOrEqual(3 * HOUR_MS);
    expect(taken?.atMs).toBeLessThan(3 * HOUR_MS + MINUTE_MS);
  });

  const at1 = (query: Parameters<typeof jobs>[1], given: Parameters<typeof jobs>[2] = {}) =>
    jobs(0, query, { schedule: at(SECOND_MS), ...given });

  test('the queries of a load without changes are counted to the end of the run', () => {
    const { computes } = resultOf(
      run(simulation({ horizonMs: HOUR_MS, computes: [compute([load(0.1)])], assumptions: INSTANT })),
    );
    expect(computes[0]?.load.queries).toBe(7200);
  });

  test('a memory ramp ends with its query, even if the client runs another one', () => {
    const clients = group(1, constant(1000), {
      wait: constant(1000),
      memoryBytes: 600 * MIB,
      memoryRampMs: 100_000,
    });
    const made = one({ horizonMs: 10 * MINUTE_MS, computes: [compute([clients])], assumptions: INSTANT });
    expect(made.highestMemoryBytes).toBeLessThan(180 * MIB);
  });

  test('a connection that exceeds the memory leaves no negative counts', () => {
    const assumptions = { ...INSTANT, connectionMemoryBytes: 50 * MIB };
    const poll = (offsetMs: number, sessions: number, waitMs: number, memoryBytes: number, name: string) =>
      jobs(
        0,
        { wait: constant(waitMs), memoryBytes },
        { name, sessions, schedule: { kind: 'every', everyMs: MINUTE_MS, offsetMs } },
      );
    const plan = compute([poll(10_000, 1, 50_000, 300 * MIB, 'a'), poll(20_000, 20, 3000, 0, 'b')], {
      size: { minCu: 0.25, maxCu: 0.25 },
    });
    const { clients } = one({ horizonMs: 10 * MINUTE_MS, computes: [plan], assumptions });
    const { direct, serverBusy } = clients.connections;
    expect([direct, clients.busy, serverBusy].every((count) => count >= 0)).toBe(true);
  });

  test('20,000 clients of one connection with instant queries do not exhaust the stack', () => {
    const clients = group(20_000, constant(1), {}, { pool: { max: 1, idleMs: null, prePing: false } });
    // Each connection serves all of them one after the other from the first millisecond on. A few such chains
    // are enough.
    expect(
      one({ horizonMs: 5, computes: [compute([clients])], assumptions: INSTANT }).counted(EVENT.queryDone),
    ).toBe(4 * 20_000);
  });

  test('pooled and direct clients share max_connections', () => {
    const plan = compute(
      [
        at1({ wait: constant(50_000) }, { name: 'direct', sessions: 80 }),
        at1({ wait: constant(50_000) }, { name: 'pooled', sessions: 80, route: 'pooler' }),
      ],
      { size: { minCu: 0.25, maxCu: 0.25 } },
    );
    const made = one({ horizonMs: 5 * MINUTE_MS, computes: [plan], assumptions: INSTANT });
    expect([made.clients.connections.atOnce.ever, made.counted(EVENT.queryDone)]).toEqual([105, 160]);
  });

  test('a load that needs more memory than the RAM is killed again and again', () => {
    const plan = compute([
      load(0.1, { memoryBytes: { kind: 'constant', value: 100 * GIB }, connections: 3 }),
    ]);
    expect(
      one({ horizonMs: MINUTE_MS, computes: [plan], assumptions: INSTANT }).counted(EVENT.memoryKill),
    ).toBeGreaterThan(10);
  });

  test('a start that fails finally refuses the load, which retries', () => {
    const assumptions = {
      ...INSTANT,
      life: { ...INSTANT.life, startFailureShare: 0.5, retry: { ...INSTANT.life.retry, attempts: 1 } },
    };
    const made = one({ horizonMs: 4 * HOUR_MS, seed: 3, computes: [compute([load(0.5)])], assumptions });
    expect(made.meter.awakeMsAt(4 * HOUR_MS)).toBeGreaterThan(3 * HOUR_MS);
  });
});

test('each awake period has its cause, the clients that waited for it, and the time until the cache was warm', () => {
  const early = jobs(0, { wait: constant(10) }, { name: 'early', schedule: at(20 * MINUTE_MS), sessions: 3 });
  const reader = jobs(
    {
      kind: 'steps',
      steps: [
        { atMs: 40 * MINUTE_MS, value: 5 },
        { atMs: 50 * MINUTE_MS, value: 0 },
      ],
    },
    { pages: 1000 },
  );
  const plan = compute([early, reader], {
    workingSetBytes: GIB,
    changes: [{ atMs: 45 * MINUTE_MS, change: { kind: 'command', command: 'restart' } }],
  });
  const slow = { ...INSTANT, life: { ...INSTANT.life, startTime: constant(400) } };
  const [result] = resultOf(
    run(simulation({ horizonMs: HOUR_MS, computes: [plan], assumptions: slow })),
  ).computes;
  const each = result?.wakes.each ?? [];
  expect(each.map(({ cause, held }) => [cause, held > 0])).toEqual([
    ['run begins', false],
    ['wake', true],
    ['wake', true],
    ['restart', true],
  ]);
  expect(each[1]).toMatchObject({
    from: '2026-03-02T00:20:00.400Z',
    held: 3,
    queries: 3,
    connectsInFirstSecond: 3,
    timedOut: 0,
  });
  expect(each[2]?.warmAfterMs).toBeGreaterThan(20 * SECOND_MS);
  expect(each[2]?.warmAfterMs).toBeLessThan(3 * MINUTE_MS);
  expect(each[3]?.coldReadsMs).toBeGreaterThan(0);
});

describe('the meter', () => {
  test('bills months in UTC, whatever the local time', () => {
    const plan = compute([], { suspendAfterMs: null });
    const zone = createZone('Pacific/Auckland');
    const made = run(
      simulation({
        startMs: zone.utcMs(Date.UTC(2026, 2, 1)),
        horizonMs: 31 * DAY_MS,
        zone,
        computes: [plan],
        assumptions: INSTANT,
      }),
    );
    // 1 March in Auckland begins at 11:00 UTC of 28 February.
    expect(resultOf(made).months.map(({ month, cuHours }) => [month, cuHours])).toEqual([
      ['2026-02', 13],
      ['2026-03', 731],
    ]);
  });

  test('a spent quota suspends all computes of the project until the next month', () => {
    const plan = (name: string) => compute([load(0.1)], { name, branch: name, size: { minCu: 1, maxCu: 1 } });
    const given = simulation({
      startMs: Date.UTC(2026, 2, 1),
      horizonMs: 33 * DAY_MS,
      plan: 'free',
      facts: factSet('2026-08'),
      computes: [plan('a'), plan('b')],
      assumptions: INSTANT,
    });
    const { months, computes } = resultOf(run(given));
    // Two computes of 1 CU spend 100 CU-hours in 50 hours.
    expect(months[0]?.quotaSpentAt).toBe('2026-03-03T02:00:00.000Z');
    expect(months[0]?.cuHours).toBe(100);
    expect(computes.map(({ cuHours }) => cuHours)).toEqual([98, 98]);
  });

  test('hours and days are local: the long day has 25 of them', () => {
    const zone = createZone('Europe/Berlin');
    const plan = compute([load(0.1)], { suspendAfterMs: null });
    const made = run(
      simulation({
        startMs: zone.utcMs(Date.UTC(2026, 9, 24)),
        horizonMs: 73 * HOUR_MS,
        zone,
        computes: [plan],
        assumptions: INSTANT,
      }),
    );
    const { days, hours } = resultOf(made);
    expect([days.from, days.hours]).toEqual([
      ['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T00:00'],
      [24, 25, 24],
    ]);
    expect(hours.from.filter((from) => from === '2026-10-25T02:00')).toHaveLength(2);
  });
});

test('the memory of a run does not grow with its events, because the timeline only counts later ones', () => {
  const plan = compute([jobs(1 / 200, { wait: constant(10) })], { suspendAfterMs: 60_000 });
  const made = one({ horizonMs: 60 * DAY_MS, computes: [plan], assumptions: INSTANT });
  expect(made.timeline.entries).toHaveLength(2000);
  expect(made.timeline.omitted + 2000).toBe(made.counted(EVENT.state) + made.counted(EVENT.resized));
  expect(made.clients.visits.size).toBeLessThan(10);
});
