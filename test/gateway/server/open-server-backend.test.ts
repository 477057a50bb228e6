import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openServerBackend } from '../../../src/gateway/server/open-server-backend.ts';
import { refusingServer } from '../../service/store/fake-server.ts';
import { SERVER } from '../../service/store/test-database.ts';
import { nextSeed, Talk, type TestBackend, testBackend } from './test-backend.ts';

const open = (url: string, seed = nextSeed()) =>
  openServerBackend({ url, secret: 'a secret', seed, warn: () => {} });

describe.runIf(SERVER !== undefined)('a user of a server', () => {
  const user = `tidemark_test_user_${process.pid}`;
  const as = (name: string) =>
    Object.assign(new URL(SERVER as string), { username: name, password: 'theirs' }).href;
  let backend: TestBackend | undefined;
  afterEach(async () => {
    await backend?.end();
    backend = undefined;
    await administer(`drop role if exists ${user}`);
  });

  test('can be a superuser', async () => {
    backend = await testBackend();
    const { hostname, port } = new URL(SERVER as string);
    expect(backend.backend.description).toBe(`PostgreSQL at ${hostname}:${port || 5432}`);
  });

  test('can serve one service for each seed', async () => {
    const seed = nextSeed();
    const first = await open(SERVER as string, seed);
    await expect(open(SERVER as string, seed)).rejects.toMatchObject({
      message: expect.stringMatching(
        /another tidemark with the seed \d+ keeps its databases in .*; stop that one/,
      ),
    });
    await first.close();
    await (await open(SERVER as string, seed)).close();
  });

  test('is a problem without the right to create databases and roles', async () => {
    await administer(`create role ${user} login password 'theirs' createdb`);
    await expect(open(as(user))).rejects.toMatchObject({
      name: 'ProblemError',
      message: expect.stringMatching(
        new RegExp(
          `^backendUrl: PostgreSQL at \\S+ does not let the user "${user}" create databases and roles; ` +
            `let a superuser do: alter role "${user}" createdb createrole$`,
        ),
      ),
    });
  });

  test('works with only these rights, without the limit of temporary files', async () => {
    await administer(`create role ${user} login password 'theirs' createdb createrole`);
    backend = await testBackend(as(user));
    const { backend: server, branch, wish } = backend;
    const session = new Talk(await server.open(wish()));
    expect(await session.ask('create table things (id int)')).toEqual([]);
    await server.open(wish({ temporaryBytes: 2 ** 20 }));
    await server.copyBranch(branch('child'), branch('main'));
    await server.renameDatabase(branch('child'), 'neondb', 'other');
    const place = { ...wish().place, branchId: branch('child'), database: 'other' };
    expect(await new Talk(await server.open(wish({ place }))).ask('select * from things')).toEqual([]);
    await server.releaseBranch(branch('child'));
    await server.dropBranch(branch('main'));
    await server.dropBranch(branch('child'));
    expect(backend.warnings).toEqual([
      ['temporary files have no limit', { reason: expect.stringContaining('temp_file_limit') }],
      ['branch copy ended sessions', { branchId: branch('main'), sessions: 2 }],
    ]);
  });
});

test.runIf(SERVER === undefined)(
  'a user of a server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    expect(SERVER).toBeUndefined();
  },
);

describe('a server that refuses', () => {
  let close = () => {};
  afterEach(() => close());

  test.each([
    [
      '28P01',
      'no',
      'refuses the user; check user and password of the address, and pg_hba.conf of the server',
    ],
    ['3D000', 'no such thing', 'has no such database; create it, or give another'],
    ['53300', 'sorry', 'has no connection left; raise max_connections, or free one'],
    ['57P03', 'starting up', 'takes no connections now (starting up); try again when it is up'],
    ['XX000', 'broken', 'cannot be the backend (broken); look at the log of the server'],
  ])('with %s is a problem without the password', async (code, message, told) => {
    const server = await refusingServer(code, message);
    close = server.close;
    await expect(open(`postgres://me:s3cret%23@127.0.0.1:${server.port}/things`)).rejects.toMatchObject({
      name: 'ProblemError',
      message: `backendUrl: PostgreSQL at 127.0.0.1:${server.port} ${told}`,
    });
  });

  test('by not existing is a problem', async () => {
    const server = await refusingServer('', '');
    server.close();
    await expect(open(`postgres://me:s3cret@127.0.0.1:${server.port}/things`)).rejects.toMatchObject({
      name: 'ProblemError',
      message: `backendUrl: PostgreSQL at 127.0.0.1:${server.port} cannot be reached (ECONNREFUSED); start it, or correct the address`,
    });
  });

  test.each(['s3cret', 'http://me:s3cret@host/things', 'postgres://me:12#s3cret@host/things'])(
    'is not connected to under %s',
    async (url) => {
      await expect(open(url)).rejects.toMatchObject({
        name: 'ProblemError',
        message:
          'backendUrl: is no address of a PostgreSQL server; ' +
          'give postgres://user:password@host:port/database, with special characters of the password as %23',
      });
    },
  );
});

async function administer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER as string });
  await client.connect();
  await client.query(text);
  await client.end();
}
