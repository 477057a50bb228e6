import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressOf,
  openAsker,
  openServerSession,
  Recorder,
  type RecordSettings,
  serverProblem,
} from '../../src/recording/index.ts';
import { collect, type Trace } from '../../src/trace/index.ts';
import { createDatabase, SERVER, type TestDatabase } from '../service/store/test-database.ts';

const SETTINGS: RecordSettings = {
  everyMs: 250,
  forMs: null,
  manner: 'always',
  suspendAfterMs: 300_000,
  latelyMs: 120_000,
  lookAgainMs: null,
};
const CLIENTS = 3;
const TRANSACTIONS = 100;

test.runIf(SERVER === undefined)(
  'recordings of a PostgreSQL server: not run, because no server is named',
  () => {
    expect(process.env.TIDEMARK_TEST_DATABASE_URL).toBeUndefined();
  },
);

describe.runIf(SERVER !== undefined)('recordings of a PostgreSQL server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Records the server until the work is done, and a little longer. */
  async function recordedDuring(
    work: () => Promise<unknown>,
    url = database.url,
    settings: Partial<RecordSettings> = {},
  ): Promise<{ readonly trace: Trace; readonly recorder: Recorder }> {
    let stopped = false;
    const recorder = new Recorder(
      { ...SETTINGS, ...settings },
      {
        nowMs: () => Date.now(),
        sleepUntil: (atMs) => sleep(atMs - Date.now()).then(() => {}),
        isStopped: () => stopped,
        connect: async () => openAsker(await openServerSession(addressOf(url))),
        look: null,
        tell: () => {},
      },
    );
    const stream = await recorder.open('server');
    const all = collect(stream);
    // Servers up to version 14 report counts half a second late.
    await work().then(() => sleep(1200));
    stopped = true;
    return { trace: await all, recorder };
  }

  const columnOf = ({ head, values }: Trace, quantity: string) =>
    [...(values[head.columns.findIndex((one) => one.quantity === quantity)] ?? [])].filter(
      (value) => !Number.isNaN(value),
    );
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

  /** The activity in other databases, which other tests may use. */
  const elsewhere = async () => {
    const [row] = await database.query(
      `select sum(xact_commit + xact_rollback)::int as transactions,
        sum((to_jsonb(d) ->> 'sessions')::int)::int as sessions,
        string_agg(datid::text, ',' order by datid) as databases
      from pg_stat_database d where datname is distinct from '${database.name}'`,
    );
    return row as { readonly transactions: number; readonly sessions: number; readonly databases: string };
  };

  /** The activity of others meanwhile. It is unknown if a database was dropped, because its counts go with it. */
  const meanwhile = async <T>(work: () => Promise<T>) => {
    const before = await elsewhere();
    const done = await work();
    const after = await elsewhere();
    const isKnown = before.databases === after.databases;
    return {
      done,
      transactions: isKnown ? after.transactions - before.transactions : Number.POSITIVE_INFINITY,
      sessions: isKnown ? after.sessions - before.sessions : Number.POSITIVE_INFINITY,
    };
  };

  test('have the transactions of pgbench, and its connections', async () => {
    const { hostname, port, username } = new URL(database.url);
    const pgbench = (...args: readonly string[]) =>
      promisify(execFile)('pgbench', ['-h', hostname, '-p', port, '-U', username, ...args, database.name]);
    await pgbench('-i', '-q', '-I', 'dtg');
    const others = await meanwhile(() =>
      // Slowly enough that some questions come while it works.
      recordedDuring(() =>
        pgbench('-n', '-c', `${CLIENTS}`, '-t', `${TRANSACTIONS}`, '-R', '300', '-b', 'select-only'),
      ),
    );
    const { trace } = others.done;
    const queries = sum(columnOf(trace, 'queries'));
    expect(queries).toBeGreaterThanOrEqual(CLIENTS * TRANSACTIONS);
    // Another session asks for the size of its tables, and each session begins with a transaction of its own.
    const most = CLIENTS * TRANSACTIONS + 4 * (CLIENTS + 1);
    expect(queries).toBeLessThanOrEqual(most + others.transactions);
    if (trace.head.columns.some(({ source }) => source === 'pg_stat_database.sessions')) {
      const begun = sum(columnOf(trace, 'newConnections'));
      expect(begun).toBeGreaterThanOrEqual(CLIENTS + 1);
      expect(begun).toBeLessThanOrEqual(CLIENTS + 1 + others.sessions);
    }
    const connects = trace.events.filter(({ kind }) => kind === 'connect');
    const own = connects.filter((event) => event.database === database.name);
    expect(own.every(({ application }) => application === 'pgbench')).toBe(true);
    // The session that asks for the size of the tables is short, so a question sees it only now and then.
    expect([CLIENTS, CLIENTS + 1]).toContain(own.length);
    const connections = Math.max(...columnOf(trace, 'connections'));
    expect(connections).toBeGreaterThanOrEqual(CLIENTS);
    expect(connections).toBeLessThanOrEqual(connects.length);
    const gone = new Set(
      trace.events.filter(({ kind }) => kind === 'disconnect').map(({ session }) => session),
    );
    expect(own.every(({ session }) => gone.has(session))).toBe(true);
  });

  test('leave out their own queries and sessions', async () => {
    const others = await meanwhile(() => recordedDuring(() => sleep(1000)));
    const { trace, recorder } = others.done;
    expect(recorder.totals.questions).toBeGreaterThan(4);
    expect(sum(columnOf(trace, 'queries'))).toBeLessThanOrEqual(others.transactions);
    expect(trace.events.filter((event) => event.database === database.name)).toEqual([]);
  });

  test('go on after their session is terminated', async () => {
    const { trace, recorder } = await recordedDuring(async () => {
      await sleep(400);
      await database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark record'",
      );
      await sleep(1200);
    });
    expect(recorder.totals).toMatchObject({ lost: 1, connects: 2 });
    const steps = [...trace.times].slice(1).map((time, i) => time - (trace.times[i] as number));
    expect(Math.max(...steps)).toBeGreaterThan(SETTINGS.everyMs);
  });

  test('count the sessions whose activity they may not see', async () => {
    const role = `weak_${database.name}`;
    await database.query(`create role ${role} login`);
    // A session with the recorder's own name would be left out.
    const other = await createSession(database.url);
    try {
      const url = Object.assign(new URL(database.url), { username: role }).href;
      const { trace, recorder } = await recordedDuring(() => sleep(100), url);
      expect(recorder.totals.hidden).toBeGreaterThan(0);
      expect(columnOf(trace, 'activeConnections')).toEqual([]);
    } finally {
      await other.close();
      await database.query(`drop role ${role}`);
    }
  });

  test.each([
    [
      (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
      'has no database "nowhere"; correct the name behind the last /',
    ],
    [
      (url: URL) => Object.assign(url, { port: '1' }),
      'cannot be reached (ECONNREFUSED); start it, or correct the address',
    ],
  ])('report a wrong address without the password', async (change, message) => {
    const url = change(Object.assign(new URL(SERVER as string), { password: 'hush' }));
    const address = addressOf(url.href);
    const error = await openServerSession(address).catch((reason: unknown) => serverProblem(address, reason));
    expect(error).toMatchObject({ message: `--database-url: ${url.hostname}:${url.port} ${message}` });
  });
});

async function createSession(url: string): Promise<{ close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { close: () => client.end() };
}

test('an address is parsed, and refused if it is none', () => {
  expect(addressOf('postgres://shop:hush@db.example:6000/orders')).toMatchObject({
    host: 'db.example:6000',
    user: 'shop',
    database: 'orders',
  });
  for (const wrong of ['shop', 'http://a/b', 'postgres://a:b#c@d/e', 'postgres://a:hush@b:port/c'])
    expect(() => addressOf(wrong)).toThrow(
      /^--database-url: it is not the address of a PostgreSQL server; give postgres:(?!.*hush)/,
    );
});
