import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { PostgresServer } from './server.ts';

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

/**
 * Measures a query alone, on one processor without a quota. Pauses and turns of several connections keep it from finding
 * all memory warm, which it does not where clients come and go.
 */
export async function costOf(server: PostgresServer, query: QueryName): Promise<QueryCost> {
  const { group } = server;
  group.limitTo(null);
  const clients = await Promise.all(Array.from({ length: 20 }, () => server.connect()));
  const ask = (n: number) => (clients[n % clients.length] as pg.Client).query(QUERIES[query]);
  for (let n = 0; n < 40; n++) await ask(n);
  const count = 200;
  let tookMs = 0;
  const usedMs = group.usedMs();
  for (let n = 0; n < count; n++) {
    await setTimeout(5);
    const startMs = performance.now();
    await ask(n);
    tookMs += performance.now() - startMs;
  }
  const cpuMs = group.usedMs() - usedMs;
  await Promise.all(clients.map((client) => client.end()));
  return { cpuMs: cpuMs / count, tookMs: tookMs / count };
}

export function meanCost(one: QueryCost, other: QueryCost): QueryCost {
  return { cpuMs: (one.cpuMs + other.cpuMs) / 2, tookMs: (one.tookMs + other.tookMs) / 2 };
}

/** Measures the processor time of a connection, from its beginning until it is closed. */
export async function connectionCpuMs(server: PostgresServer): Promise<number> {
  const { cpuMs } = await costOf(server, 'sum');
  const connect = async () => {
    const client = await server.connect();
    // The first query of a session fills its caches of the catalog.
    await client.query(QUERIES.sum);
    await client.end();
  };
  for (let n = 0; n < 20; n++) await connect();
  const usedMs = server.group.usedMs();
  const count = 200;
  for (let n = 0; n < count; n++) {
    await setTimeout(5);
    await connect();
  }
  return (server.group.usedMs() - usedMs) / count - cpuMs;
}
