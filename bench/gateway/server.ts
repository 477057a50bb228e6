import pg from 'pg';

/** Returns a PostgreSQL server for the databases of branches. Null if there is none. */
export async function findServer(): Promise<string | null> {
  const named = process.env.TIDEMARK_TEST_DATABASE_URL;
  if (named !== undefined && named !== '') return named;
  const usual = 'postgres://postgres@127.0.0.1:5432/postgres';
  try {
    await ask(usual, 'select 1');
    return usual;
  } catch {
    return null;
  }
}

/** Returns the URL of the database of a branch in the server, without the gateway. */
export async function databaseOf(serverUrl: string, branchId: string): Promise<string> {
  const [row] = await ask(serverUrl, `select datname as name from pg_database where datname ^@ $1`, [
    `${branchId}/`,
  ]);
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(String(row?.name))}`;
  return url.href;
}

async function ask(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
  await client.end();
  return rows;
}
