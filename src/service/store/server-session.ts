import type { QueryResult } from 'pg';
import type { Session } from './session.ts';

/** A connection to a server. Once it is lost, whatever is asked of it is rejected. */
export async function openServer(url: string): Promise<Session> {
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
