import { beforeEach, describe, expect, test } from 'vitest';
import { SERVER } from '../../service/store/test-database.ts';
import { Talk, type TestBackend, testBackend } from './test-backend.ts';

describe.runIf(SERVER !== undefined)('a role of one project', () => {
  let t: TestBackend;
  let mine: Talk;
  let theirs: Talk;
  let theirProcess: number;
  beforeEach(async () => {
    t = await testBackend();
    mine = await talk('mine');
    theirs = await talk('theirs');
    await theirs.ask('create table secrets (id int); insert into secrets values (7)');
    [theirProcess] = ((await theirs.ask('select pg_backend_pid()')) as readonly string[]).map(Number) as [
      number,
    ];
    return () => t.end();
  });
  const talk = async (branch: string, role = 'owner') =>
    new Talk(
      await t.backend.open(
        t.wish({
          place: { branchId: t.branch(branch), database: 'neondb', owner: t.role('owner') },
          role: t.role(role),
          roles: [t.role('owner'), t.role('reader')],
        }),
      ),
    );
  const userOf = async (session: Talk) =>
    ((await session.ask('select session_user')) as readonly string[])[0];

  test.each([
    ['read password hashes', 'select rolpassword from pg_authid'],
    ['read the hashes of a view', 'select passwd from pg_shadow'],
    ['read files of the server', `select pg_read_file('PG_VERSION')`],
    ['list folders of the server', `select pg_ls_dir('base')`],
    ['list the logs of the server', 'select pg_ls_logdir()'],
    ['load files of the server', 'create table t (x text); copy t from $$/etc/passwd$$'],
    ['run programs', `create table t (x text); copy t from program 'true'`],
    ['write files of the server', `copy (select 1) to '/tmp/tidemark-must-not-be'`],
    ['become a superuser', 'alter role current_user superuser'],
    ['get the right to create roles', 'alter role current_user createrole'],
    ['get the right to create databases', 'alter role current_user createdb'],
    ['get the right to replicate', 'alter role current_user replication'],
    ['pass row security', 'alter role current_user bypassrls'],
    ['create roles', 'create role somebody'],
    ['create databases', 'create database something'],
    ['change the server', 'alter system set work_mem = 1234'],
    [
      'change the mark of its database',
      `do $$ begin execute format('comment on database %I is $m$x$m$',
      current_database()); end $$`,
    ],
    [
      'let others into its database',
      `do $$ begin
        execute format('grant connect on database %I to public', current_database());
        if has_database_privilege('public', current_database(), 'connect') then return; end if;
        raise insufficient_privilege;
      end $$`,
    ],
  ])('may not %s', async (_, text) => {
    expect(await mine.ask(text)).toMatchObject({ C: expect.stringMatching(/^42501$/) });
  });

  test('is a member of no role of the server, and has no attributes', async () => {
    expect(
      await t.query(
        `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more,
           (select array_agg(granted.rolname::text) from pg_roles granted
            where starts_with(granted.rolname, 'pg_') and pg_has_role(r.oid, granted.oid, 'member')) as granted
         from pg_roles r where rolname = $1`,
        [await userOf(mine)],
      ),
    ).toEqual([{ more: false, granted: null }]);
  });

  test('shares neither its name nor its rights with those of other projects', async () => {
    const [one, other] = [await userOf(mine), await userOf(theirs)];
    expect(one).toBe(`${t.branch('mine')}/${t.role('owner')}`);
    expect(other).toBe(`${t.branch('theirs')}/${t.role('owner')}`);
    for (const text of [
      `alter role "${other}" password 'x'`,
      `alter role "${other}" set work_mem = '1MB'`,
      `drop role "${other}"`,
      `grant "${other}" to "${one}"`,
      `set role "${other}"`,
      `set role "${t.branch('theirs')}"`,
      `set session authorization "${other}"`,
    ]) {
      expect([text, await mine.ask(text)]).toEqual([text, expect.objectContaining({ C: '42501' })]);
    }
  });

  test('reaches no database of other projects', async () => {
    expect(
      await t.query(
        `select datname, privilege from pg_database,
           unnest(array['connect', 'create', 'temporary']) privilege
         where starts_with(datname, $1) and has_database_privilege($2, oid, privilege)`,
        [t.branch('theirs'), await userOf(mine)],
      ),
    ).toEqual([]);
    expect(
      await t.query(
        `select datname from pg_database where starts_with(datname, $1)
           and (has_database_privilege('public', oid, 'connect') or has_database_privilege('public', oid, 'temporary'))`,
        [t.branch('').slice(0, -1)],
      ),
    ).toEqual([]);
  });

  test('can neither end nor see sessions of others', async () => {
    theirs.say('select pg_sleep(0.5) /* a secret */');
    expect(await mine.ask(`select pg_terminate_backend(${theirProcess})`)).toMatchObject({ C: '42501' });
    expect(await mine.ask(`select pg_cancel_backend(${theirProcess})`)).toMatchObject({ C: '42501' });
    expect(await mine.ask(`select query from pg_stat_activity where pid = ${theirProcess}`)).toEqual([
      '<insufficient privilege>',
    ]);
    await theirs.answer();
    expect(await theirs.ask('select id from secrets')).toEqual(['7']);
  });

  test('may end its own sessions and change its own password, and can still connect', async () => {
    const another = await talk('mine');
    const [pid] = (await another.ask('select pg_backend_pid()')) as readonly string[];
    expect(await mine.ask(`select pg_terminate_backend(${pid})`)).toEqual(['t']);
    expect(await mine.ask(`alter role current_user password 'x'`)).toEqual([]);
    (await talk('mine')).link.close();
  });

  test('uses the tables, sequences and schemas of the other roles of its branch', async () => {
    const reader = await talk('mine', 'reader');
    await mine.ask('create schema more; create table more.things (id serial, x int)');
    expect(await reader.ask('insert into more.things (x) values (7) returning x')).toEqual(['7']);
    expect(await reader.ask('create table notes (x int); insert into notes values (8)')).toEqual([]);
    expect(await mine.ask('delete from notes returning x')).toEqual(['8']);
  });

  test("owns in a copy what it owns in the parent, and the parent's role owns nothing there", async () => {
    await mine.ask('create schema more; create table more.things (id serial, x int)');
    await (await talk('mine', 'reader')).ask('create table notes (x int)');
    const parent = await userOf(mine);
    await t.backend.copyBranch(t.branch('copy'), t.branch('mine'));
    const copy = await talk('copy');
    expect(await copy.ask('alter table more.things add y int; create table public.new (x int)')).toEqual([]);
    expect(await copy.ask('insert into notes values (1) returning x')).toEqual(['1']);
    expect(await copy.ask('alter table notes add y int')).toMatchObject({ C: '42501' });
    expect(await copy.ask(`set role "${parent}"`)).toMatchObject({ C: '42501' });
    expect(
      await copy.ask(`select refobjid::regrole from pg_shdepend where dbid =
        (select oid from pg_database where datname = current_database())
        and refobjid::regrole::text like '%${t.branch('mine')}%'`),
    ).toEqual([]);
    await t.backend.dropBranch(t.branch('mine'));
    expect(await (await talk('copy', 'reader')).ask('select count(*) from more.things')).toEqual(['0']);
  });

  test('is dropped with its branch, even with rights that others granted', async () => {
    const user = await userOf(mine);
    await theirs.ask(`grant select on secrets to "${user}"`);
    await t.backend.dropBranch(t.branch('mine'));
    expect(
      await t.query('select rolname from pg_roles where starts_with(rolname, $1)', [t.branch('mine')]),
    ).toEqual([]);
  });
});

test.runIf(SERVER === undefined)(
  'a role of one project (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    expect(SERVER).toBeUndefined();
  },
);
