import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServerStore } from '../../../src/service/store/server-store.ts';
import { DECLARED_COLUMNS, FOUND_COLUMNS } from './declared-columns.ts';
import { refusingServer } from './fake-server.ts';
import { projectRecord } from './samples.ts';
import { put } from './store-contract.ts';
import { createDatabase, SERVER, type TestDatabase } from './test-database.ts';

describe.runIf(SERVER !== undefined)('a server store', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
    return () => database.drop();
  });

  test('says where it is, and has the declared columns', async () => {
    const store = await openServerStore(database.url);
    expect(store.description).toMatch(new RegExp(`^PostgreSQL at [^@]+:\\d+/${database.name}$`));
    expect(await database.query(FOUND_COLUMNS)).toEqual(DECLARED_COLUMNS);
    await store.close();
  });

  test('belongs to one process', async () => {
    const store = await openServerStore(database.url);
    await expect(openServerStore(database.url)).rejects.toThrow(
      `${store.description}: is in use by another process of tidemark; stop that process, or give another database`,
    );
    await store.write([put('projects', projectRecord('p-1'))]);
    await store.close();
    const next = await openServerStore(database.url);
    expect((await next.load()).projects).toEqual([projectRecord('p-1')]);
    await next.close();
  });

  test('refuses writes once its connection is lost', async () => {
    const store = await openServerStore(database.url);
    await store.write([put('projects', projectRecord('p-1'))]);
    await database.query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'tidemark'`);
    const next = await openServerStore(database.url);
    await expect(store.write([put('projects', projectRecord('p-2'))])).rejects.toThrow();
    await store.close();
    expect((await next.load()).projects).toEqual([projectRecord('p-1')]);
    await next.close();
  });

  test('leaves tables of a newer version alone', async () => {
    await (await openServerStore(database.url)).close();
    await database.query(
      `insert into tidemark.kysely_migration values ('999-later', '2026-11-20T00:00:00.000Z')`,
    );
    await expect(openServerStore(database.url)).rejects.toThrow(
      'was written by a newer version of tidemark (999-later)',
    );
  });

  test('leaves a foreign schema alone', async () => {
    await database.query('create schema tidemark');
    await database.query('create table tidemark.projects (id int)');
    await expect(openServerStore(database.url)).rejects.toThrow('tables that tidemark did not make');
    expect(
      await database.query(`select from information_schema.tables where table_schema = 'tidemark'`),
    ).toHaveLength(1);
  });

  test('reports that the database does not exist', async () => {
    const url = database.url.replace(database.name, 'nowhere');
    await expect(openServerStore(url)).rejects.toThrow(
      'has no database "nowhere"; create it, or give another',
    );
  });
});

describe('a server that refuses', () => {
  let close = () => {};
  afterEach(() => close());

  test.each([
    [
      '28P01',
      'password authentication failed',
      'refuses the user "me"; check user and password of the address, and pg_hba.conf of the server',
    ],
    ['3D000', 'no such thing', 'has no database "things"; create it, or give another'],
    ['53300', 'sorry', 'has no connection left; raise max_connections, or free one'],
    ['57P03', 'starting up', 'takes no connections now (starting up); try again when it is up'],
    ['XX000', 'broken', 'cannot be the store (broken); look at the log of the server'],
  ])('with %s is a problem without the password', async (code, message, told) => {
    const server = await refusingServer(code, message);
    close = server.close;
    await expect(
      openServerStore(`postgres://me:s3cret%23@127.0.0.1:${server.port}/things`),
    ).rejects.toMatchObject({
      name: 'ProblemError',
      message: `PostgreSQL at 127.0.0.1:${server.port}/things: ${told}`,
    });
  });

  test('because it is not there is a problem', async () => {
    const server = await refusingServer('', '');
    server.close();
    await expect(
      openServerStore(`postgres://me:s3cret@127.0.0.1:${server.port}/things`),
    ).rejects.toMatchObject({
      name: 'ProblemError',
      message: `PostgreSQL at 127.0.0.1:${server.port}/things: cannot be reached (ECONNREFUSED); start it, or correct the address`,
    });
  });

  test.each(['s3cret', 'http://me:s3cret@host/things', 'postgres://me:12#s3cret@host/things'])(
    'is not looked for under %s',
    async (url) => {
      await expect(openServerStore(url)).rejects.toMatchObject({
        name: 'ProblemError',
        message:
          'databaseUrl: is no address of a PostgreSQL server; ' +
          'give postgres://user:password@host:port/database, with special characters of the password as %23',
      });
    },
  );
});
