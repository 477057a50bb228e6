import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { Run, type RunEvent, resultOf } from '../../src/simulator/index.ts';
import { quantile } from './behaviour.ts';
import { nineInTen, type OtherDraws, otherSeeds } from './other-draws.ts';
import type { PostgresServer } from './server.ts';
import { sleepingCompute } from './sleeping-compute.ts';

/** The service's clock goes faster, so that the shortest timeout of a minute passes in six seconds. */
const SPEED = 10;
const SUSPEND_AFTER_SECONDS = 60;
/** Real time. */
export const WAKE_SECONDS = 300;

const EACH = { query: { cpu: '1ms' }, client: { connectTimeout: '60s' } } as const;
/** Clients that come at random, and clients of a pool that think. Times are those of the service's clock. */
const VISITORS = { name: 'visitors', kind: 'arrivals', perSecond: 0.008, ...EACH } as const;
const POOL = { clients: 2, thinkSeconds: 200 } as const;
const QUERY = 'select 1';

/** The waits and errors of clients whose compute sleeps again and again. Times are real. */
export interface Sleeping {
  readonly wakes: number;
  /** How long clients waited that came while the compute slept or started. */
  readonly waitsMs: { readonly count: number; readonly p50: number; readonly most: number };
  /** Connections that ended because the compute went to sleep. */
  readonly dropped: number;
  readonly failedConnects: number;
  /** Queries that failed on a connection that had ended. */
  readonly staleQueries: number;
  readonly awakeShare: number;
}

/** Measures starts of the server, from the command to the first connection. */
export async function startTimesMs(server: PostgresServer, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    await server.stop();
    const startMs = performance.now();
    await server.start();
    times.push(performance.now() - startMs);
  }
  return times.sort((a, b) => a - b);
}

/** Nine in ten simulations of other clients with the same means are within these. */
export interface OtherSleeping {
  readonly wakes: OtherDraws;
  readonly waits: OtherDraws;
  readonly waitP50Ms: OtherDraws;
  readonly dropped: OtherDraws;
  readonly awakeShare: OtherDraws;
}

export function otherWakes(startsMs: readonly number[]): OtherSleeping {
  const others = otherSeeds().map((seed) => predictedWakes(startsMs, seed));
  const range = (of: (one: Sleeping) => number) => nineInTen(others.map(of));
  return {
    wakes: range(({ wakes }) => wakes),
    waits: range(({ waitsMs }) => waitsMs.count),
    waitP50Ms: range(({ waitsMs }) => waitsMs.p50),
    dropped: range(({ dropped }) => dropped),
    awakeShare: range(({ awakeShare }) => awakeShare),
  };
}

/** @param startsMs measured starts of the server, in ascending order */
export function predictedWakes(startsMs: readonly number[], seed = 0): Sleeping {
  const start = { median: clockTime(quantile(startsMs, 0.5)), p95: clockTime(quantile(startsMs, 0.95)) };
  const pool = {
    name: 'pool',
    kind: 'clients',
    count: POOL.clients,
    think: { mean: `${POOL.thinkSeconds}s` },
    // The pool of the driver hears that a connection has ended, and opens another one.
    pool: { max: POOL.clients, prePing: true },
    ...EACH,
  };
  const suspendAfter = `${SUSPEND_AFTER_SECONDS}s`;
  const run = simulated({ suspendAfter, start, demand: [VISITORS, pool] }, seed);
  const [compute] = resultOf(run).computes;
  if (compute === undefined) throw new Error('a run has a compute');
  const { events, wakes, awake } = compute;
  const count = (kind: RunEvent['kind']) => events[kind] ?? 0;
  return {
    wakes: wakes.count,
    waitsMs: { count: wakes.waitMs.count, p50: wakes.waitMs.p50 / SPEED, most: wakes.waitMs.max / SPEED },
    dropped: count('connection.dropped'),
    failedConnects: count('connection.refused') + count('connection.timedOut'),
    staleQueries: run.computes[0]?.refusals.get('stale')?.count ?? 0,
    awakeShare: awake.share,
  };
}

/** Lets clients come to the gateway, in front of a server that stops and starts. */
export async function measuredWakes(server: PostgresServer): Promise<Sleeping> {
  const compute = await sleepingCompute(server, SPEED, SUSPEND_AFTER_SECONDS);
  const waitsMs: number[] = [];
  const counts = { dropped: 0, failedConnects: 0, staleQueries: 0 };
  /** Runs work of a client, which waits for a start if the server does not run. */
  const timed = async (work: () => Promise<unknown>) => {
    const isAsleep = !server.isRunning;
    const startMs = performance.now();
    await work();
    if (isAsleep) waitsMs.push(performance.now() - startMs);
  };
  const pool = new pg.Pool({ connectionString: compute.uri, max: POOL.clients, idleTimeoutMillis: 0 });
  pool.on('error', () => counts.dropped++);
  pool.on('connect', (client) => client.on('error', () => {}));
  const startMs = performance.now();
  const isOver = () => performance.now() - startMs >= WAKE_SECONDS * 1000;
  const visitors = visitorsMs().map(async (arrivalMs) => {
    await sleep(arrivalMs);
    const client = new pg.Client(compute.uri);
    client.on('error', () => {});
    await timed(() => client.connect()).catch(() => counts.failedConnects++);
    await client.query(QUERY).catch(() => {});
    await client.end().catch(() => {});
  });
  const members = Array.from({ length: POOL.clients }, async () => {
    for (;;) {
      await sleep((-Math.log(1 - Math.random()) * POOL.thinkSeconds * 1000) / SPEED);
      if (isOver()) return;
      await timed(() => pool.query(QUERY)).catch(() => counts.staleQueries++);
    }
  });
  const awake = sampledShare(() => server.isRunning, isOver);
  await Promise.all([...visitors, ...members]);
  const awakeShare = await awake;
  await pool.end();
  await compute.close();
  waitsMs.sort((a, b) => a - b);
  return {
    wakes: compute.wakes(),
    waitsMs: { count: waitsMs.length, p50: quantile(waitsMs, 0.5), most: quantile(waitsMs, 1) },
    ...counts,
    awakeShare,
  };
}

/** The times at which visitors come, in real time. They come at the same times whether the compute sleeps or not. */
function visitorsMs(): number[] {
  const arrivalsMs: number[] = [];
  simulated({ suspendAfter: 'off', demand: [VISITORS] }, 0, ({ kind, atMs }) => {
    if (kind === 'connection.opened') arrivalsMs.push(atMs / SPEED);
  });
  return arrivalsMs;
}

function simulated(
  asked: { suspendAfter: string; start?: object; demand: readonly object[] },
  seed: number,
  note: ((event: RunEvent) => void) | null = null,
): Run {
  const { suspendAfter, start, demand } = asked;
  const fields = {
    why: 'What do clients see of a compute that sleeps?',
    horizon: `${WAKE_SECONDS * SPEED}s`,
    compute: { size: 1, suspendAfter },
    assumptions: start === undefined ? {} : { start },
    demand,
  };
  const { simulation } = readScenario(readDocument(JSON.stringify(fields), 'wakes.json'));
  const run = new Run({ ...simulation, seed: simulation.seed + seed }, note);
  run.advance(simulation.horizonMs);
  return run;
}

/** A real time as the service's clock measures it. */
function clockTime(realMs: number): string {
  return `${Math.round(realMs * SPEED)}ms`;
}

async function sampledShare(holds: () => boolean, isOver: () => boolean): Promise<number> {
  let [all, held] = [0, 0];
  while (!isOver()) {
    all++;
    if (holds()) held++;
    await sleep(50);
  }
  return held / all;
}
