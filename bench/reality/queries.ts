import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { PostgresServer } from './server.ts';
import { waitUntil } from './wait.ts';

/** Queries whose work is the same each time. Each has a text, and takes milliseconds of one processor. */
export const QUERIES = {
  sum: 'select sum(i) from generate_series(1, 50000) i',
  sort: 'select max(x) from (select md5(i::text) as x from generate_series(1, 6000) i order by 1) s',
  scan: "select count(*) from rows where filler like '%7%' and id between 1 and 30000",
  join: 'select count(*) from rows a join rows b on a.id = b.other where a.id between 1 and 6000',
  spill:
    'select count(*) from (select filler from rows where id between 1 and 30000 order by filler offset 1) s',
} as const;

export type QueryName = keyof typeof QUERIES;

/** The cost of a query that has the server to itself. */
export interface QueryCost {
  readonly cpuMs: number;
  /** The variance of the logarithm of the processor time: the same query never takes the same twice. */
  readonly logVariance: number;
  readonly tookMs: number;
}

/** Makes the table that the queries read. */
export async function fillTables(server: PostgresServer): Promise<void> {
  const client = await server.connect();
  await client.query(
    `create table rows as select i as id, (i * 7919) % 200000 as other, md5(i::text) || md5((i + 1)::text) as filler
     from generate_series(1, 200000) i`,
  );
  await client.query('create index on rows (id)');
  await client.query('create index on rows (other)');
  await client.query('vacuum analyze rows');
  await client.query('checkpoint');
  await client.end();
}

/** The pause before a query that is measured for no demand in particular. */
const USUAL_PAUSE_MS = 5;

/**
 * Measures a query alone, on one processor without a quota. The longer the pause before a query, the more of it the
 * caches of the processor have lost, so a cost holds for queries with such pauses.
 */
export async function costOf(
  server: PostgresServer,
  query: QueryName,
  pauseMs = USUAL_PAUSE_MS,
): Promise<QueryCost> {
  const { group } = server;
  group.limitTo(null);
  const clients = await Promise.all(Array.from({ length: 20 }, () => server.connect()));
  const ask = (n: number) => (clients[n % clients.length] as pg.Client).query(QUERIES[query]);
  for (let n = 0; n < 40; n++) await ask(n);
  const count = timesWithin(pauseMs);
  let tookMs = 0;
  const used: number[] = [];
  for (let n = 0; n < count; n++) {
    await waitUntil(performance.now() + pauseMs);
    const [usedMs, startMs] = [group.usedMs(), performance.now()];
    await ask(n);
    tookMs += performance.now() - startMs;
    used.push(group.usedMs() - usedMs);
  }
  await Promise.all(clients.map((client) => client.end()));
  const cpuMs = meanOf(used);
  const variance = meanOf(used.map((ms) => (ms - cpuMs) ** 2));
  // A log-normal time with this mean and variance.
  return { cpuMs, logVariance: Math.log(1 + variance / cpuMs ** 2), tookMs: tookMs / count };
}

/** The processor time of a query as a field of a scenario. */
export function cpuField({ cpuMs, logVariance }: QueryCost): object {
  const medianMs = cpuMs * Math.exp(-logVariance / 2);
  return {
    median: milliseconds(medianMs),
    p95: milliseconds(medianMs * Math.exp(P95 * Math.sqrt(logVariance))),
  };
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(4)}ms`;
}

/** The 95th percentile of a normal distribution, in its deviations. */
const P95 = 1.645;

export function meanCost(costs: readonly QueryCost[]): QueryCost {
  return {
    cpuMs: meanOf(costs.map(({ cpuMs }) => cpuMs)),
    logVariance: meanOf(costs.map(({ logVariance }) => logVariance)),
    tookMs: meanOf(costs.map(({ tookMs }) => tookMs)),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Measures the processor time of a connection for one query, from its beginning until it is closed. */
export async function connectionCpuMs(
  server: PostgresServer,
  query: QueryName,
  pauseMs = USUAL_PAUSE_MS,
): Promise<number> {
  const { cpuMs } = await costOf(server, query, pauseMs);
  const connect = async () => {
    const client = await server.connect();
    // The first query of a session fills its caches of the catalog.
    await client.query(QUERIES[query]);
    await client.end();
  };
  for (let n = 0; n < 20; n++) await connect();
  const usedMs = server.group.usedMs();
  const count = timesWithin(pauseMs);
  for (let n = 0; n < count; n++) {
    await waitUntil(performance.now() + pauseMs);
    await connect();
  }
  return (server.group.usedMs() - usedMs) / count - cpuMs;
}

/** Long enough for the process of a connection to end. */
const ENDED_MS = 20;

/** Measures the share of the processor time of a connection that comes after its client has closed it. */
export async function closingShare(server: PostgresServer, query: QueryName): Promise<number> {
  const { group } = server;
  const { cpuMs } = await costOf(server, query, ENDED_MS);
  let closingMs = 0;
  let allMs = 0;
  for (let n = 0; n < 100; n++) {
    const beforeMs = group.usedMs();
    const client = await server.connect();
    await client.query(QUERIES[query]);
    const answeredMs = group.usedMs();
    await client.end();
    await setTimeout(ENDED_MS);
    const endedMs = group.usedMs();
    closingMs += endedMs - answeredMs;
    allMs += endedMs - beforeMs - cpuMs;
  }
  return closingMs / allMs;
}

/** How often a query is measured, so that it takes about two seconds. */
function timesWithin(pauseMs: number): number {
  return Math.max(40, Math.min(200, Math.round(2000 / (pauseMs + 5))));
}
