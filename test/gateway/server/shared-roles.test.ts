import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseMark, physicalName, SHARED_ROLE_MARK } from '../../../src/gateway/server/names.ts';
import { SERVER } from '../../service/store/test-database.ts';
import { Talk, type TestBackend, testBackend } from './test-backend.ts';

describe.runIf(SERVER !== undefined)('a server of an older version', () => {
  let names: TestBackend;
  let t: TestBackend | undefined;
  let owner: string;
  let reader: string;
  beforeEach(async () => {
    names = await testBackend();
    owner = names.role('owner');
    reader = names.role('reader');
  });
  afterEach(async () => {
    await t?.end();
    t = undefined;
    await names.end();
  });

  /**
   * Other tests of the same server must not meet its roles half made, so this takes the lock of those who replace them.
   */
  const alone = async (work: () => Promise<void>) => {
    const lock = `(hashtextextended('tidemark shared roles', 0))`;
    await names.query(`select pg_advisory_lock${lock}`);
    await work();
    await names.query(`select pg_advisory_unlock${lock}`);
  };
  const olderServer = (more: () => Promise<void> = async () => {}) => alone(() => makeOlder(more));
  const makeOlder = async (more: () => Promise<void>) => {
    for (const role of [owner, reader]) {
      await names.query(`
        create role "${role}" login password 'known';
        comment on role "${role}" is '${SHARED_ROLE_MARK}';
        grant pg_read_all_data, pg_write_all_data, pg_monitor to "${role}"`);
    }
    for (const branch of ['one', 'other', 'empty']) await olderDatabase(branch);
    await more();
  };
  const olderDatabase = async (branch: string) => {
    const branchId = names.branch(branch);
    const physical = physicalName(branchId, 'neondb');
    await names.query(`create database "${physical}" owner "${owner}" template template0`);
    await names.query(`
      revoke connect on database "${physical}" from public;
      grant connect, create, temporary on database "${physical}" to "${owner}", "${reader}";
      comment on database "${physical}" is '${databaseMark(branchId, 'neondb')}'`);
    if (branch === 'empty') return;
    await within(
      physical,
      `create schema more; create table more.things (id serial, branch text);
       insert into more.things (branch) values ('${branch}');
       grant select on more.things to "${reader}"; create table public.plain (x int)`,
    );
  };
  const within = async (database: string, text: string) => {
    const { host, port, ssl, user, password } = new pg.Client(SERVER);
    const client = new pg.Client({ host, port, ssl, user, password, database });
    await client.connect();
    await client.query(`set session authorization "${owner}"; ${text}`);
    await client.end();
  };
  const talk = async (backend: TestBackend, branch: string, role: string) =>
    new Talk(
      await backend.backend.open(
        backend.wish({
          place: { branchId: names.branch(branch), database: 'neondb', owner },
          role,
          roles: [owner, reader],
        }),
      ),
    );

  test('gets roles for each branch at the start, which own the objects of the old roles', async () => {
    await olderServer();
    t = await testBackend();
    expect(await names.query('select from pg_roles where rolname in ($1, $2)', [owner, reader])).toEqual([]);
    for (const branch of ['one', 'other']) {
      const session = await talk(t, branch, owner);
      expect(await session.ask('select session_user')).toEqual([`${names.branch(branch)}/${owner}`]);
      expect(await session.ask('select branch from more.things')).toEqual([branch]);
      expect(await session.ask('alter table more.things add y int; alter table plain add y int')).toEqual([]);
      const other = await talk(t, branch, reader);
      expect(await other.ask(`insert into more.things (branch) values ('new') returning id`)).toEqual(['2']);
      expect(await other.ask('create table mine (x int)')).toEqual([]);
      expect(await session.ask('select rolpassword from pg_authid')).toMatchObject({ C: '42501' });
    }
    expect(await (await talk(t, 'empty', reader)).ask('create table things (x int)')).toEqual([]);
    expect(
      await names.query(
        `select datname from pg_database where starts_with(datname, $1)
           and (pg_get_userbyid(datdba) <> current_user or has_database_privilege('public', oid, 'temporary'))`,
        [names.branch('')],
      ),
    ).toEqual([]);
    expect(t.warnings).toEqual([]);
  });

  test('gets them if an earlier start was interrupted', async () => {
    await olderServer(async () => {
      const database = physicalName(names.branch('empty'), 'neondb');
      await names.query(`
        alter role "${owner}" nologin;
        alter database "${database}" owner to current_user; grant connect on database "${database}" to "${owner}"`);
    });
    t = await testBackend();
    expect(await (await talk(t, 'one', owner)).ask('select branch from more.things')).toEqual(['one']);
    expect(await (await talk(t, 'empty', owner)).ask('create table things (x int)')).toEqual([]);
  });

  test('keeps a role that owns something elsewhere, without its rights', async () => {
    const database = physicalName(names.branch('elsewhere'), 'by hand');
    await olderServer(async () => {
      await names.query(`create database "${database}"`);
      await names.query(`grant create on database "${database}" to "${owner}"`);
      await within(database, 'create schema kept');
    });
    t = await testBackend();
    expect(
      await names.query(
        `select rolcanlogin as login, pg_has_role(oid, 'pg_read_all_data', 'member') as reads
         from pg_roles where rolname = $1`,
        [owner],
      ),
    ).toEqual([{ login: false, reads: false }]);
    // The role still has its mark, so every backend that opens now looks at it.
    await alone(async () => {
      await names.query(`drop database "${database}" with (force)`);
      await names.query(`drop role "${owner}"`);
    });
  });
});

test.runIf(SERVER === undefined)(
  'a server of an older version (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    expect(SERVER).toBeUndefined();
  },
);
