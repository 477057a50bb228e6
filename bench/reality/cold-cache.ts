import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { Run, type RunEvent, resultOf } from '../../src/simulator/index.ts';
import { quantile } from './behaviour.ts';
import { driveArrivals, latenciesOf } from './drivers.ts';
import type { PostgresServer } from './server.ts';

/** Reads of a table after a restart, when no page of it is in memory. */
export interface ColdCache {
  readonly name: string;
  /** How unevenly pages are read, as `assumptions.skew` has it. */
  readonly skew: number;
}

export const COLD_CACHES: readonly ColdCache[] = [
  { name: 'pages read evenly', skew: 0 },
  { name: 'a few pages read most', skew: 0.5 },
];

/** How a cache fills, and what queries wait for meanwhile. */
export interface Filling {
  /** The share of reads that find their page in the cache, in each stretch of time. */
  readonly hitRatios: readonly number[];
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface ComparedFilling extends ColdCache {
  /** What the prediction knows: the cost of a query whose pages are in the cache, and the wait for one that is not. */
  readonly cpuMs: number;
  readonly tookMs: number;
  readonly missMs: number;
  readonly measured: Filling;
  readonly predicted: Filling;
}

const PAGES = 8000;
const PAGE_BYTES = 8192;
export const PAGES_PER_QUERY = 20;
const PER_SECOND = 40;
export const STRETCH_SECONDS = 4;
const STRETCHES = 5;
const SECONDS = STRETCH_SECONDS * STRETCHES;
const CONNECTIONS = 10;

interface Read {
  readonly tookMs: number;
  readonly hits: number;
  readonly misses: number;
}

/** Restarts the server with a cold cache for each demand, and compares how its cache fills with what is predicted. */
export async function compareColdCaches(server: PostgresServer): Promise<ComparedFilling[]> {
  await fillPages(server);
  const compared: ComparedFilling[] = [];
  for (const cold of COLD_CACHES) compared.push(await compareColdCache(cold, server));
  return compared;
}

async function compareColdCache(cold: ColdCache, server: PostgresServer): Promise<ComparedFilling> {
  const missMs = await missTimeOf(server);
  const { arrivalsMs } = predictedFilling({ ...cold, cpuMs: 1, tookMs: 1, missMs });
  const connections = await coldConnections(server);
  let turn = 0;
  const startMs = performance.now();
  const stretches = Array.from({ length: STRETCHES }, () => ({ hits: 0, misses: 0 }));
  const answers = await driveArrivals(arrivalsMs, async () => {
    const read = await readPages(connections[turn++ % CONNECTIONS] as pg.Client, cold.skew);
    const stretch = stretches[Math.floor((performance.now() - startMs) / (STRETCH_SECONDS * 1000))];
    if (stretch === undefined) return;
    stretch.hits += read.hits;
    stretch.misses += read.misses;
  });
  const cost = await warmCostOf(server, connections, cold.skew);
  await endAll(connections);
  const latencies = latenciesOf(answers);
  const measured = {
    hitRatios: stretches.map(({ hits, misses }) => hits / (hits + misses)),
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
  };
  const known = { ...cold, ...cost, missMs };
  return { ...known, measured, predicted: predictedFilling(known).filling };
}

export function predictedFilling({
  skew,
  cpuMs,
  tookMs,
  missMs,
}: Omit<ComparedFilling, 'name' | 'measured' | 'predicted'>): {
  readonly filling: Filling;
  readonly arrivalsMs: readonly number[];
} {
  const fields = {
    why: 'How does a cold cache fill?',
    horizon: `${SECONDS}s`,
    compute: { size: 1, suspendAfter: 'off', workingSet: `${(PAGES * PAGE_BYTES) / 1024}KiB` },
    assumptions: { burst: false, skew, miss: `${missMs.toFixed(4)}ms` },
    demand: [
      {
        name: 'reads',
        kind: 'arrivals',
        route: 'pooler',
        perSecond: PER_SECOND,
        query: {
          cpu: `${cpuMs.toFixed(4)}ms`,
          wait: `${Math.max(0, tookMs - cpuMs).toFixed(4)}ms`,
          pages: PAGES_PER_QUERY,
        },
      },
    ],
  };
  const { simulation } = readScenario(readDocument(JSON.stringify(fields), 'cold-cache.json'));
  const arrivalsMs: number[] = [];
  const run = new Run(simulation, ({ kind, atMs }: RunEvent) => {
    if (kind === 'connection.opened') arrivalsMs.push(atMs);
  });
  const hitRatios: number[] = [];
  let [hits, misses] = [0, 0];
  for (let n = 1; n <= STRETCHES; n++) {
    const atMs = n * STRETCH_SECONDS * 1000;
    run.advance(atMs);
    const cache = run.computes[0]?.cache;
    const [hitsNow, missesNow] = [cache?.hitsAt(atMs) ?? 0, cache?.missesAt(atMs) ?? 0];
    hitRatios.push((hitsNow - hits) / (hitsNow + missesNow - hits - misses));
    [hits, misses] = [hitsNow, missesNow];
  }
  const delays = resultOf(run).computes[0]?.queries.addedDelayMs;
  const latency = (delayMs: number | undefined) => (delayMs ?? Number.NaN) + tookMs;
  return { filling: { hitRatios, p50Ms: latency(delays?.p50), p95Ms: latency(delays?.p95) }, arrivalsMs };
}

/** Makes a table of one row for each page, which fits in the memory of the server. */
async function fillPages(server: PostgresServer): Promise<void> {
  const client = await server.connect();
  await client.query('create table pages (content text)');
  await client.query('alter table pages alter column content set storage plain');
  await client.query(`insert into pages select repeat('x', 5000) from generate_series(1, ${PAGES})`);
  await client.query('vacuum analyze pages');
  await client.query('checkpoint');
  await client.end();
}

/** Reads pages at random. The server says which of them were in its memory. */
async function readPages(client: pg.Client, skew: number): Promise<Read> {
  // With this power, the most popular share x of all pages gets the share x^(1 - skew) of all reads.
  const page = () => Math.floor(PAGES * Math.random() ** (1 / (1 - skew)));
  const places = Array.from({ length: PAGES_PER_QUERY }, () => `"(${page()},1)"`);
  const startMs = performance.now();
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, timing off, format json)
     select sum(length(content)) from pages where ctid = any ('{${places.join(',')}}'::tid[])`,
  );
  const tookMs = performance.now() - startMs;
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return { tookMs, hits: plan['Shared Hit Blocks'] ?? 0, misses: plan['Shared Read Blocks'] ?? 0 };
}

/** Restarts the server, lets the system forget the pages of files, and connects. */
async function coldConnections(server: PostgresServer): Promise<pg.Client[]> {
  await server.stop();
  execFileSync('sync');
  writeFileSync('/proc/sys/vm/drop_caches', '1');
  await server.start();
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => server.connect()));
  // The first query of a session reads the catalog.
  for (const client of connections)
    await client.query('explain analyze select * from pages where ctid = $1', ['(0,1)']);
  return connections;
}

/** Measures how much longer a query takes for each page that is not in memory. */
async function missTimeOf(server: PostgresServer): Promise<number> {
  const connections = await coldConnections(server);
  const [client] = connections as [pg.Client];
  const reads: Read[] = [];
  for (let n = 0; n < 60; n++) {
    await setTimeout(10);
    reads.push(await readPages(client, 0));
  }
  for (let n = 0; n < 2000; n++) await readPages(client, 0);
  const warm: Read[] = [];
  for (let n = 0; n < 60; n++) {
    await setTimeout(10);
    warm.push(await readPages(client, 0));
  }
  await endAll(connections);
  const mean = (of: readonly Read[], figure: (read: Read) => number) =>
    of.reduce((sum, read) => sum + figure(read), 0) / of.length;
  const took = ({ tookMs }: Read) => tookMs;
  return (mean(reads, took) - mean(warm, took)) / mean(reads, ({ misses }) => misses);
}

/** The cost of a query once all pages are in memory. */
async function warmCostOf(
  { group }: PostgresServer,
  connections: readonly pg.Client[],
  skew: number,
): Promise<{ readonly cpuMs: number; readonly tookMs: number }> {
  const client = connections[0] as pg.Client;
  for (let n = 0; n < 2000; n++) await readPages(client, 0);
  const count = 100;
  let tookMs = 0;
  const usedMs = group.usedMs();
  for (let n = 0; n < count; n++) {
    await setTimeout(1000 / PER_SECOND);
    tookMs += (await readPages(client, skew)).tookMs;
  }
  return { cpuMs: (group.usedMs() - usedMs) / count, tookMs: tookMs / count };
}

async function endAll(connections: readonly pg.Client[]): Promise<void> {
  await Promise.all(connections.map((connection) => connection.end()));
}
