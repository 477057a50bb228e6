import type { QueryResult } from 'pg';
import { problem } from '../../problem/index.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';
import { storeServerProblem } from './server-problem.ts';
import type { SqlConnection } from './sql-connection.ts';
import { openSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/**
 * Opens a store in a schema of a PostgreSQL server. Its only connection also holds the lock of the owner: if the
 * connection is lost, the lock is lost too, and nothing more can be written.
 */
export async function openServerStore(url: string): Promise<Store> {
  const address = serverAddress(url);
  try {
    const session = await openServer(url);
    try {
      await takeLock(session, address);
    } catch (error) {
      await session.close();
      throw error;
    }
    return await openSqlStore(session, address.description, { field: address.description });
  } catch (error) {
    throw storeServerProblem(address, error);
  }
}

// The letters of "tide" and "mark": two numbers that other programs are unlikely to lock.
const LOCK = [0x74696465, 0x6d61726b];

async function takeLock(session: SqlConnection, { description }: ServerAddress): Promise<void> {
  const [row] = await session.query('select pg_try_advisory_lock($1, $2) as owned', LOCK);
  if ((row as { owned: boolean }).owned) return;
  throw problem(
    { field: description },
    'is in use by another process of tidemark',
    'stop that process, or give another database',
  );
}

/** Opens a connection to a server. Once it is lost, it rejects every query. */
async function openServer(url: string): Promise<SqlConnection> {
  const { Client } = await import('pg').then((pg) => pg.default);
  const client = new Client({
    connectionString: url,
    application_name: 'tidemark',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Without a timeout, a write would wait forever if the network drops all packets.
    query_timeout: 60_000,
  });
  // Without a listener, a lost connection would end the process. The next query reports the error.
  client.on('error', () => {});
  await client.connect();
  // With keepalives, the server soon frees the lock of a machine that is gone.
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
