import { problem } from '../../problem/index.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';
import { serverProblem } from './server-problem.ts';
import { openServer } from './server-session.ts';
import type { Session } from './session.ts';
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
    throw serverProblem(address, error);
  }
}

// Any two numbers that nobody else is likely to take: "tide", "mark".
const LOCK = [0x74696465, 0x6d61726b];

async function own(session: Session, { description }: ServerAddress): Promise<void> {
  const [row] = await session.query('select pg_try_advisory_lock($1, $2) as owned', LOCK);
  if ((row as { owned: boolean }).owned) return;
  throw problem(
    { field: description },
    'is in use by another process of tidemark',
    'stop that process, or give another database',
  );
}
