import pg from 'pg';

export type RunQuery = (text: string, values?: unknown[]) => Promise<readonly Row[]>;
type Row = Readonly<Record<string, unknown>>;

/** Connections for managing databases and roles, as the user in the backend's address. */
export class Admin {
  private readonly url: string;
  private readonly pool: pg.Pool;
  private lockConnection: pg.Client | null = null;

  constructor(url: string) {
    this.url = url;
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: 'tidemark',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      max: 4,
    });
    // Without listeners, a lost connection would end the process. The next query reports the error.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  readonly query: RunQuery = async (text, values) => (await this.pool.query<Row>(text, values)).rows;

  /** Does work under a lock, which keeps other processes from working on the same thing. */
  async locked<T>(thing: string, work: (query: RunQuery) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`tidemark ${thing}`]);
      const done = await work(async (text, values) => (await client.query<Row>(text, values)).rows);
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`tidemark ${thing}`]);
      client.release();
      return done;
    } catch (error) {
      // Closing the connection releases the lock.
      client.release(true);
      throw error;
    }
  }

  /** Does work in another database of the server, in one transaction. */
  async inDatabase<T>(database: string, work: (query: RunQuery) => Promise<T>): Promise<T> {
    const { host, port, user, password, ssl } = new pg.Client(this.url);
    const client = new pg.Client({
      host,
      port,
      user,
      password,
      ssl,
      database,
      application_name: 'tidemark',
      connectionTimeoutMillis: 10_000,
      // With this search_path, the administrator cannot call functions that clients have made there.
      options: '-c search_path=pg_catalog',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('begin');
      const done = await work(async (text, values) => (await client.query<Row>(text, values)).rows);
      await client.query('commit');
      return done;
    } finally {
      await client.end();
    }
  }

  /** Takes a lock for as long as this process is connected; false if another process has it. */
  async takeLock(thing: string): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tidemark',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client.on('error', () => {});
    await client.connect();
    this.lockConnection = client;
    const { rows } = await client.query<{ owned: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 1)) as owned',
      [`tidemark ${thing}`],
    );
    return rows[0]?.owned === true;
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.lockConnection?.end()]);
  }
}
