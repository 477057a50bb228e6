import type { QueryResult } from 'pg';
import { problem } from '../../problem/index.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';
import { storeServerProblem } from './server-problem.ts';
import type { SqlConnection } from './sql-connection.ts';
import { openSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/**
 * A schema in a PostgreSQL server. All goes over the one connection that holds the lock: what is written was written by
 * the owner, and with the connection both are gone.
 */
export async function openServerStore(url: string): Promise<Store> {
  const address = serverAddress(url);
  try {
    const session = await openServer(url);
    try {
      await own(session, address);
    } catch (error) {
      await session.close();
      throw error;
    }
    return await openSqlStore(session, address.description, { field: address.description });
  } catch (error) {
    throw storeServerProblem(address, error);
  }
}

// Any two numbers that nobody else is likely to take: "tide", "mark".
const LOCK = [0x74696465, 0x6d61726b];

async function own(session: SqlConnection, { description }: ServerAddress): Promise<void> {
  const [row] = await session.query('select pg_try_advisory_lock($1, $2) as owned', LOCK);
  if ((row as { owned: boolean }).owned) return;
  throw problem(
    { field: description },
    'is in use by another process of tidemark',
    'stop that process, or give another database',
  );
}

/** A connection to a server. Once it is lost, whatever is asked of it is rejected. */
async function openServer(url: string): Promise<SqlConnection> {
  const { Client } = await import('pg').then((pg) => pg.default);
  const client = new Client({
    connectionString: url,
    application_name: 'tidemark',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A network that swallows everything must not keep a write waiting for good.
    query_timeout: 60_000,
  });
  // Without a listener a lost connection would end the process. The next query says so too.
  client.on('error', () => {});
  await client.connect();
  // So that a server soon frees what belonged to a machine that is gone.
  await client.query(
    'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
  );
  return {
    async query(text, parameters) {
      const result: QueryResult | readonly QueryResult[] = await client.query(text, [...parameters]);
      return (Array.isArray(result) ? result.at(-1) : result).rows;
    },
    close: () => client.end(),
  };
}
