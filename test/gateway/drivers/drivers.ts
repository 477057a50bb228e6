import { execFile, spawnSync } from 'node:child_process';
import pg from 'pg';
import postgres from 'postgres';

/** A client of Postgres that people use, as far as the tests need it. */
export interface Driver {
  readonly name: string;
  /** Whether it is on this machine. */
  readonly isThere: boolean;
  open(uri: string): Connection;
}

export interface Connection {
  /** The first column of the first row; an error has its SQLSTATE in `code`. */
  query(text: string): Promise<string | null>;
  end(): Promise<void>;
}

const psql: Driver = {
  name: 'psql',
  isThere: spawnSync('psql', ['--version']).status === 0,
  open: (uri) => ({
    query: (text) =>
      new Promise((resolve, reject) => {
        const args = [
          '-X',
          '-q',
          '-A',
          '-t',
          '-v',
          'ON_ERROR_STOP=1',
          '-v',
          'VERBOSITY=verbose',
          uri,
          '-c',
          text,
        ];
        execFile('psql', args, (error, out, err) => {
          if (error === null) resolve(out.split('\n')[0] ?? null);
          else
            reject(
              Object.assign(new Error(err), {
                code: /(?:ERROR|FATAL): {2}(\w{5}):/.exec(err)?.[1] ?? codeOf(err),
              }),
            );
        });
      }),
    end: async () => {},
  }),
};

/** Returns the code of an error while psql connects, which psql does not print. */
function codeOf(text: string): string | undefined {
  return /remaining connection slots/.test(text) ? '53300' : undefined;
}

const pgPool: Driver = {
  name: 'pg with its pool',
  isThere: true,
  open: (uri) => {
    const pool = new pg.Pool({ connectionString: uri, max: 2 });
    // A pool tells of clients that it has lost while nobody used them, and makes new ones.
    pool.on('error', () => {});
    return {
      query: async (text) => {
        const result = await pool.query<unknown[]>({ text, rowMode: 'array' });
        return textOf(result.rows[0]?.[0]);
      },
      end: () => pool.end(),
    };
  },
};

const postgresJs: Driver = {
  name: 'postgres.js',
  isThere: true,
  open: (uri) => {
    const sql = postgres(uri, { max: 2, onnotice: () => {}, backoff: false });
    return {
      query: async (text) => textOf((await sql.unsafe(text).values())[0]?.[0]),
      end: () => sql.end({ timeout: 5 }),
    };
  },
};

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

export const DRIVERS: readonly Driver[] = [psql, pgPool, postgresJs];
