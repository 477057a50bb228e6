import type { Pool } from 'pg';

/** How many pieces of an item a shop has. The app under test. */
export async function stockOf(pool: Pool, item: string): Promise<number> {
  return retried(async () => {
    const { rows } = await pool.query('select pieces from stock where item = $1', [item]);
    return rows[0]?.pieces ?? 0;
  });
}

/** A compute that falls asleep ends its connections. So a read is tried again on a new one, which wakes the compute. */
async function retried<T>(read: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (attempts === 1 || !isLostConnection(error)) throw error;
    return retried(read, attempts - 1);
  }
}

function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  // Postgres reports 57P01 when it ends a session, and 08 is the class of all connection errors.
  return /^(?:57P01|08...|ECONNRESET|EPIPE)$/.test(code) || /Connection terminated/.test(message);
}
