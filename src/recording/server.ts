import type { Address } from './address.ts';
import type { SqlSession } from './asker.ts';
import { APPLICATION } from './statements.ts';

/** A server that does not answer within this time counts as lost. */
const LONGEST_ANSWER_MS = 10_000;

/** A session on a PostgreSQL server that `abort` ends at once. */
export interface ServerSession extends SqlSession {
  abort(): void;
}

export async function openServerSession({ url }: Address): Promise<ServerSession> {
  const { Client } = await import('pg').then((pg) => pg.default);
  const client = new Client({
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: LONGEST_ANSWER_MS,
    query_timeout: LONGEST_ANSWER_MS,
    keepAlive: true,
  });
  // Without a listener, a lost connection would end the process. The next question fails too and reports it.
  client.on('error', () => {});
  await client.connect();
  return {
    query: async (text) => (await client.query(text)).rows,
    close: () => client.end(),
    abort: () => {
      void client.end().catch(() => {});
    },
  };
}
