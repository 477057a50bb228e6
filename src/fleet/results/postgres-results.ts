import { problem } from '../../problem/index.ts';
import type { Results } from './results.ts';

/** A server that does not answer within this time counts as away. */
const LONGEST_ANSWER_MS = 10_000;

/** Keeps plans in two tables of a PostgreSQL database, which it creates. */
export async function postgresResults(url: string): Promise<Results> {
  const { Pool } = await import('pg').then((pg) => pg.default);
  const pool = new Pool({
    connectionString: url,
    application_name: 'tidemark results',
    connectionTimeoutMillis: LONGEST_ANSWER_MS,
    query_timeout: LONGEST_ANSWER_MS,
    keepAlive: true,
    max: CONNECTIONS,
  });
  // Without a listener, a lost idle connection would end the process. The next question reports what is wrong.
  pool.on('error', () => {});
  const query = async (text: string, values: unknown[] = []) => {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      throw problem(
        { field: '--results' },
        `the database cannot be used (${(error as Error).message || (error as NodeJS.ErrnoException).code})`,
        'check its address and its rights: tidemark creates two tables there',
      );
    }
  };
  try {
    await query(TABLES);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    async result(key) {
      const [row] = await query('select result from tidemark_results where key = $1', [key]);
      return row?.result ?? null;
    },
    async keepResult(key, text) {
      await query(
        `insert into tidemark_results (key, result) values ($1, $2)
         on conflict (key) do update set result = excluded.result`,
        [key, text],
      );
    },
    async present(keys) {
      const rows = await query('select key from tidemark_results where key = any($1)', [keys]);
      return new Set(rows.map(({ key }) => key));
    },
    async job(key) {
      const [row] = await query('select job from tidemark_jobs where key = $1', [key]);
      return row?.job ?? null;
    },
    async keepJob(key, { buffer, byteOffset, byteLength }) {
      await query('insert into tidemark_jobs (key, job) values ($1, $2) on conflict (key) do nothing', [
        key,
        Buffer.from(buffer, byteOffset, byteLength),
      ]);
    },
    async dropJob(key) {
      await query('delete from tidemark_jobs where key = $1', [key]);
    },
    close: () => pool.end(),
  };
}

const CONNECTIONS = 4;

/** Several processes may begin at the same time, and only one at a time can create a table. */
const TABLES = `
  select pg_advisory_xact_lock(hashtext('tidemark results'));
  create table if not exists tidemark_results (
    key text primary key,
    result text not null,
    kept_at timestamptz not null default now()
  );
  create table if not exists tidemark_jobs (
    key text primary key,
    job bytea not null,
    kept_at timestamptz not null default now()
  );`;
