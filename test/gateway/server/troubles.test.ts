import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedProject } from '../drivers/service.ts';
import { failure } from '../harness.ts';
import { cancelRequest, SSL_REQUEST, secured } from '../rude/packets.ts';
import { nextSeed } from './test-backend.ts';

const url = process.env.TIDEMARK_TEST_DATABASE_URL;

describe.runIf(url !== undefined)('troubles on a PostgreSQL server', () => {
  let project: ServedProject;
  let admin: pg.Client;
  beforeAll(async () => {
    project = await ServedProject.start('--backend-url', url as string, '--seed', String(nextSeed()));
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await project?.end();
  });

  const connected = async (uri = project.uri) => {
    const client = new pg.Client({ connectionString: uri });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  /** Sessions in the server that run such a query. */
  const running = async (text: string): Promise<readonly { readonly pid: number }[]> =>
    (await admin.query('select pid from pg_stat_activity where query = $1 and state = $2', [text, 'active']))
      .rows;
  const until = async (holds: () => Promise<boolean>) => {
    const untilMs = Date.now() + 10_000;
    while (!(await holds())) {
      if (Date.now() > untilMs) throw new Error('it did not come to that');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const inside = async () =>
    (await project.control('GET', `/computes/${project.endpointId}`)).connections as number;
  const begun = (text: string) => until(async () => (await running(text)).length === 1);

  test.each([
    ['', 1],
    ['-pooler', 2],
  ] as const)('a cancel request ends the query of the session with its key%s', async (pooler, number) => {
    const client = await connected(`${project.uri}${pooler}`);
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    for (const isSecure of [false, true]) {
      const text = `select pg_sleep(60), ${number}, ${isSecure}`;
      const query = failure(client.query(text));
      await begun(text);
      await cancel(project.uri, cancelRequest(processID, secretKey ^ 1), isSecure);
      expect(await running(text)).toHaveLength(1);
      await cancel(project.uri, cancelRequest(processID, secretKey), isSecure);
      expect((await query).code).toBe('57014');
    }
    await client.query('select 1');
    await client.end();
  });

  test.each([
    ['', 3],
    ['-pooler', 4],
  ] as const)(
    'a session that an administrator ends gets an error%s, and the next one works',
    async (pooler, n) => {
      const client = await connected(`${project.uri}${pooler}`);
      const text = `select pg_sleep(60), ${n}`;
      const query = failure(client.query(text));
      await begun(text);
      await admin.query('select pg_terminate_backend($1)', [(await running(text))[0]?.pid]);
      expect((await query).code).toBe('57P01');
      await until(async () => (await inside()) === 0);
      const next = await connected(`${project.uri}${pooler}`);
      await next.query('select 1');
      await next.end();
    },
  );

  test.each([
    ['', 5],
    ['-pooler', 6],
  ] as const)(
    'if a client is killed during its query%s, the session ends and the compute sleeps',
    async (pooler, n) => {
      const text = `select pg_sleep(60), ${n}`;
      const child: ChildProcess = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import pg from 'pg'; const c = new pg.Client(process.argv[1]); await c.connect(); await c.query(process.argv[2])`,
          `${project.uri}${pooler}`,
          text,
        ],
        { stdio: 'ignore' },
      );
      await begun(text);
      child.kill('SIGKILL');
      await until(async () => (await inside()) === 0);
      // Postgres looks for its client when it next says something to it, or is asked to cancel.
      await until(async () => (await running(text)).length === 0);
      await project.fallAsleep();
    },
  );

  const pgbench = spawnSync('pgbench', ['--version']).status === 0;
  test.runIf(pgbench)('pgbench through the pooler has no failed transactions', async () => {
    const run = promisify(execFile);
    await run('pgbench', ['-i', '-q', '-s', '1', project.uri]);
    for (const mode of ['prepared', 'extended']) {
      const { stdout } = await run('pgbench', [
        ...['-n', '-S', '-M', mode, '-c', '8', '-j', '2', '-t', '50'],
        project.pooledUri,
      ]);
      expect(stdout).toContain('number of transactions actually processed: 400/400');
      expect(stdout).toContain('number of failed transactions: 0');
    }
  });
  test.runIf(!pgbench)('pgbench (not run: it is not installed)', () => expect(pgbench).toBe(false));
});

describe.runIf(url === undefined)(
  'troubles on a PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    test('reports why it is not run', () => expect(url).toBeUndefined());
  },
);

async function cancel(uri: string, packet: Buffer, isSecure: boolean): Promise<void> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let stream: Socket = socket;
  if (isSecure) {
    socket.write(SSL_REQUEST);
    await once(socket, 'data');
    stream = await secured(socket);
  }
  // As Postgres' own library does, which waits for the server to hang up.
  stream.on('error', () => {}).write(packet);
  await once(stream.resume(), 'close');
}
