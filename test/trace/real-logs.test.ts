import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { RECORDER_APPLICATION } from '../../src/trace/index.ts';
import { type Read, read } from './read.ts';

const url = process.env.TIDEMARK_TEST_DATABASE_URL;
const logs = process.env.TIDEMARK_TEST_LOGS;
const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;

describe('the log of a real server', () => {
  test.runIf(url === undefined || logs === undefined)(
    'is not tested, because TIDEMARK_TEST_DATABASE_URL and TIDEMARK_TEST_LOGS are not set',
    () => expect(url === undefined || logs === undefined).toBe(true),
  );

  test.runIf(url !== undefined && logs !== undefined)(
    'has everything that a client did, in csvlog and in lines',
    async () => {
      const application = `tidemark ${process.pid}`;
      const client = new pg.Client({
        connectionString: url as string,
        application_name: application,
        options: '-c log_min_duration_statement=0 -c log_temp_files=0 -c work_mem=64kB',
      });
      await client.connect();
      await client.query('select \'of two\nlines, "quoted"\', 12');
      await client.query('select $1::int + 1', [41]);
      await client.query(
        'select max(n) from (select n from generate_series(1, 100000) n order by random()) x',
      );
      await client.query('select pg_sleep(1.2)');
      await client.end();
      const table = await logOf('server.csv', application);
      expect(table.events.map(({ kind, query }) => [kind, query])).toEqual([
        ['connect', undefined],
        ['query', 'select ?'],
        ['query', 'select ?::int + ?'],
        ['query', 'select max(n) from (select n from generate_series(?) n order by random()) x'],
        ['query', 'select pg_sleep(?)'],
        ['disconnect', undefined],
      ]);
      const { user, database } = client;
      for (const event of table.events)
        expect(event).toMatchObject({ user, database, application, session: table.events[0]?.session });
      const [connect, ...rest] = table.events;
      const disconnect = rest.at(-1);
      expect(
        Math.abs((disconnect?.atMs ?? 0) - (connect?.atMs ?? 0) - (disconnect?.durationMs ?? 0)),
      ).toBeLessThan(100);
      const sleep = rest.at(-2);
      expect(sleep?.durationMs).toBeGreaterThanOrEqual(1200);
      const total = (quantity: string) =>
        (table.values[table.head.columns.findIndex((column) => column.quantity === quantity)] ?? [])
          .filter((value) => !Number.isNaN(value))
          .reduce((sum, value) => sum + value, 0);
      expect(total('temporaryBytes')).toBeGreaterThan(100_000);
      expect(total('newConnections')).toBeGreaterThanOrEqual(1);

      const lines = await logOf('server.log', null);
      const session = lines.events.find(({ query }) => query === 'select pg_sleep(?)')?.session;
      const own = lines.events.filter((event) => event.session === session);
      expect(own.map(({ atMs, kind, durationMs, query }) => ({ atMs, kind, durationMs, query }))).toEqual(
        table.events.map(({ atMs, kind, durationMs, query }) => ({ atMs, kind, durationMs, query })),
      );
    },
  );

  test.runIf(url !== undefined && logs !== undefined)('has nothing of the recorder', async () => {
    const client = new pg.Client({
      connectionString: url as string,
      application_name: RECORDER_APPLICATION,
      options: '-c log_min_duration_statement=0',
    });
    await client.connect();
    const marker = `recorder_of_${process.pid}`;
    await client.query(`select '${marker}' /* ${RECORDER_APPLICATION} */`);
    await client.end();
    for (const name of ['server.csv', 'server.log']) {
      const path = join(logs as string, name);
      while (!readFileSync(path, 'utf8').includes(marker)) await setTimeout(50);
      const { events, notes } = await read(readFileSync(path));
      expect(events.filter(({ application }) => application === RECORDER_APPLICATION)).toEqual([]);
      expect(notes).toContainEqual(
        expect.stringMatching(/^Left out: \d+ entries of tidemark's own recorder/),
      );
    }
  });

  /** Waits until the log has the end of the client's session, and reads it. */
  async function logOf(name: string, application: string | null): Promise<Read> {
    for (;;) {
      const all = await read(readFileSync(join(logs as string, name)));
      const events = all.events.filter((event) => application === null || event.application === application);
      if (events.some(({ kind }) => kind === 'disconnect')) return { ...all, events };
      await setTimeout(50);
    }
  }
});

describe('the log of a real pgbench', () => {
  test.runIf(url === undefined || !hasPgbench)(
    'is not tested, because TIDEMARK_TEST_DATABASE_URL is not set or pgbench is missing',
    () => expect(url === undefined || !hasPgbench).toBe(true),
  );

  test.runIf(url !== undefined && hasPgbench)('has each transaction', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbench-'));
    try {
      const pgbench = (...args: string[]) =>
        execFileSync('pgbench', [...args, url as string], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
      pgbench('-i', '-q');
      const said = pgbench('-c', '3', '-t', '20', '--log');
      pgbench('-c', '3', '-T', '2', '--log', '--aggregate-interval=1', '--log-prefix=each');
      pgbench('-i', '-I', 'd');
      const file = (start: string) =>
        readFileSync(join(folder, readdirSync(folder).find((name) => name.startsWith(start)) as string));
      const { events, skipped } = await read(file('pgbench_log.'));
      const sum = events.reduce((all, { durationMs }) => all + (durationMs ?? 0), 0);
      const average = Number(/latency average = ([\d.]+) ms/.exec(said)?.[1]);
      expect([events.length, new Set(events.map(({ session }) => session)).size, skipped]).toEqual([
        60,
        3,
        {},
      ]);
      expect(Math.abs(sum / 60 - average)).toBeLessThan(average);
      const { head, values } = await read(file('each.'));
      expect(head.stepMs).toBe(1000);
      expect(Math.max(...(values[0] as readonly number[]))).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
