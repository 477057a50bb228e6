import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { SERVER } from '../../service/store/test-database.ts';
import { Talk, type TestBackend, testBackend } from './test-backend.ts';

describe.runIf(SERVER !== undefined)('sessions in a server', () => {
  let t: TestBackend;
  beforeEach(async () => {
    t = await testBackend();
    return () => t.end();
  });
  const talk = async (change = {}) => new Talk(await t.backend.open(t.wish(change)));

  test('have the role, in a database of the branch', async () => {
    const session = await talk();
    expect(await session.ask('select current_database() union all select current_user::text')).toEqual([
      `${t.branch('main')}/neondb`,
      t.user('main', 'owner'),
    ]);
    expect(await session.ask('create table things (id int); insert into things values (7)')).toEqual([]);
    expect(await (await talk()).ask('select id from things')).toEqual(['7']);
    const elsewhere = { branchId: t.branch('other'), database: 'neondb', owner: t.role('owner') };
    expect(await (await talk({ place: elsewhere })).ask('select id from things')).toMatchObject({
      C: '42P01',
    });
  });

  test("have the client's start-up parameters, and report those of the server", async () => {
    const parameters = new Map([
      ['application_name', `it's \\ "mine"`],
      ['client_encoding', 'LATIN1'],
      ['options', '-c statement_timeout=12s -c work_mem=1234kB'],
      ['TimeZone', 'Asia/Tokyo'],
    ]);
    const session = await talk({ parameters });
    expect(Object.fromEntries(session.link.parameters)).toMatchObject({
      application_name: `it's \\ "mine"`,
      client_encoding: 'LATIN1',
      TimeZone: 'Asia/Tokyo',
      server_encoding: 'UTF8',
      session_authorization: t.user('main', 'owner'),
    });
    expect(
      await session.ask(`select current_setting('statement_timeout') || current_setting('work_mem')`),
    ).toEqual(['12s1234kB']);
  });

  test.each([
    [{ parameters: new Map([['replication', 'database']]) }, '0A000', /not supported/],
    [{ parameters: new Map([['work_mem', 'lots']]) }, '22023', /invalid value for parameter "work_mem"/],
    [{ parameters: new Map([['no_such', '1']]) }, '42704', /unrecognized configuration parameter/],
  ])('give the client the reason if they cannot begin: %j', async (change, sqlstate, message) => {
    await expect(talk(change)).rejects.toMatchObject({
      name: 'Unavailable',
      sqlstate,
      message: expect.stringMatching(message),
    });
    expect(await (await talk()).ask('select 1')).toEqual(['1']);
  });

  test('of a replica refuse writes', async () => {
    await (await talk()).ask('create table things (id int)');
    const parameters = new Map([
      ['default_transaction_read_only', 'off'],
      ['options', '-c default_transaction_read_only=off'],
    ]);
    const replica = await talk({ readOnly: true, parameters });
    expect(await replica.ask('insert into things values (1)')).toMatchObject({ C: '25006' });
  });

  test('of a replica refuse writes whatever they set, also in a copy', async () => {
    const owner = await talk();
    await owner.ask(`create schema more; create table more.things (id serial); insert into more.things values (7);
      create table things (id int); insert into things values (8)`);
    await owner.ask(`set role "${t.branch('main')}"; create table public.shared (id int)`);
    await t.backend.copyBranch(t.branch('copy'), t.branch('main'));
    for (const branch of ['main', 'copy']) {
      const place = { branchId: t.branch(branch), database: 'neondb', owner: t.role('owner') };
      const replica = await talk({ place, readOnly: true });
      expect(await replica.ask('select id from more.things union all select id from things')).toEqual([
        '7',
        '8',
      ]);
      expect(await replica.ask('select id from shared')).toEqual([]);
      await replica.ask('set default_transaction_read_only = off');
      for (const text of [
        'insert into things values (1)',
        'update more.things set id = 1',
        'delete from things',
        'truncate things',
        'drop table things',
        'create table mine (id int)',
        'create temporary table mine (id int)',
        'create schema mine',
        `select nextval('more.things_id_seq')`,
        `set role "${t.user(branch, 'owner')}"`,
        `set role "${t.branch(branch)}"`,
      ]) {
        const told = await replica.ask(`begin read write; ${text}`);
        expect([text, told]).toEqual([text, expect.objectContaining({ C: '42501' })]);
        await replica.ask('rollback');
      }
      expect(await (await talk({ place })).ask('select id from things')).toEqual(['8']);
    }
  });

  test('give the error of a full disk if they fill their disk', async () => {
    const wish = { temporaryBytes: 100 * 1024 };
    const session = await talk(wish);
    const pid = (await session.ask('select pg_backend_pid()')) as readonly string[];
    const sort = `set work_mem = '64kB'; select 1 from (select g from generate_series(1, 100000) g order by -g) s`;
    expect(await session.ask(sort)).toEqual({
      S: 'ERROR',
      V: 'ERROR',
      C: '53100',
      M: `could not write to file "base/pgsql_tmp/pgsql_tmp${pid[0]}.0": No space left on device`,
    });
    expect(await session.ask('select 2')).toEqual(['2']);
    const more = await talk({ temporaryBytes: 2 ** 40 });
    expect(await more.ask(`select current_setting('temp_file_limit')`)).toEqual(['1TB']);
    expect(await more.ask(sort)).toHaveLength(100000);
    expect(t.warnings).toEqual([]);
  });

  test('buffer bytes until there is a listener, and while they are paused', async () => {
    const link = await t.backend.open(t.wish());
    link.pause();
    link.send(Buffer.from('Q\0\0\0\x0dselect 1\0'));
    const session = new Talk(link);
    const first = session.answer();
    expect(await Promise.race([first, t.query('select pg_sleep(0.2)').then(() => 'nothing')])).toBe(
      'nothing',
    );
    link.resume();
    expect(await first).toEqual(['1']);
  });

  test('can be cancelled', async () => {
    const session = await talk();
    session.say('select pg_sleep(60)');
    await untilQuery(t, 'select pg_sleep(60)');
    const cancelled = session.link.cancel();
    expect(session.link.cancelling).not.toBeNull();
    expect(await session.answer()).toMatchObject({ C: '57014' });
    await cancelled;
    expect(session.link.cancelling).toBeNull();
    expect(await session.ask('select 1')).toEqual(['1']);
  });

  test("deliver the server's error before their end", async () => {
    const session = await talk();
    const [pid] = (await session.ask('select pg_backend_pid()')) as readonly string[];
    await t.query('select pg_terminate_backend($1)', [Number(pid)]);
    expect(await session.answer()).toMatchObject({ S: 'FATAL', C: '57P01' });
    expect(session.closed).toBeNull();
    expect(session.link.send(Buffer.from('too late'))).toBe(true);
  });

  test('report their end also if it comes before there is a listener', async () => {
    const link = await t.backend.open(t.wish());
    await t.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1`, [
      t.user('main', 'owner'),
    ]);
    const session = new Talk(link);
    expect(await session.answer()).toMatchObject({ C: '57P01' });
  });

  test('end silently when they are closed', async () => {
    const session = await talk();
    session.link.close();
    session.link.close();
    session.link.cancel();
    await untilNoSession(t);
    expect(session.closed).toBeUndefined();
  });

  test('end when they are closed while the server waits to write', async () => {
    const link = await t.backend.open(t.wish());
    new Talk(link).say('select repeat($$x$$, 1000) from generate_series(1, 100000)');
    link.pause();
    await t.query('select pg_sleep(0.2)');
    link.close();
    await untilNoSession(t);
  });

  test('end with the backend', async () => {
    const session = await talk();
    await t.close();
    await untilNoSession(t);
    expect(session.closed).toBeUndefined();
  });

  test('are ended when their branch is released, and no others', async () => {
    const session = await talk();
    const { host, port, ssl, user, password } = new pg.Client(SERVER);
    const database = `${t.branch('main')}/neondb`;
    const other = new pg.Client({ host, port, ssl, user, password, database });
    await other.connect();
    session.say('select pg_sleep(60)');
    await untilQuery(t, 'select pg_sleep(60)');
    session.link.close();
    await t.backend.releaseBranch(t.branch('main'));
    await untilNoSession(t);
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await other.end();
  });
});

test.runIf(SERVER === undefined)(
  'sessions in a server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    expect(SERVER).toBeUndefined();
  },
);

async function until(t: TestBackend, text: string, values: unknown[]): Promise<void> {
  for (;;) {
    const [row] = await t.query(`select (${text}) as met, pg_sleep(0.01)`, values);
    if (row?.met === true) return;
  }
}

function untilQuery(t: TestBackend, query: string): Promise<void> {
  return until(t, 'exists (select from pg_stat_activity where query = $1 and usename = $2)', [
    query,
    t.user('main', 'owner'),
  ]);
}

function untilNoSession(t: TestBackend): Promise<void> {
  return until(t, 'not exists (select from pg_stat_activity where usename = $1)', [t.user('main', 'owner')]);
}
