import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { physicalName, unfinishedName } from '../../../src/gateway/server/names.ts';
import { SERVER } from '../../service/store/test-database.ts';
import { Talk, type TestBackend, testBackend } from './test-backend.ts';

describe.runIf(SERVER !== undefined)('databases of branches in a server', () => {
  let t: TestBackend;
  beforeEach(async () => {
    t = await testBackend();
    return () => t.end();
  });
  const place = (branch = 'main', database = 'neondb') => ({
    branchId: t.branch(branch),
    database,
    owner: t.role('owner'),
  });
  const talk = async (branch?: string, database?: string, change = {}) =>
    new Talk(await t.backend.open(t.wish({ place: place(branch, database), ...change })));
  const names = async () =>
    (
      await t.query(
        `select datname as name from pg_database where datname like '%' || $1 || '%' order by 1`,
        [t.branch('').slice(0, -1)],
      )
    ).map(({ name }) => name);

  test('are made once, however many requests come at once from any process', async () => {
    const other = await testBackend();
    t.backend.warm(place());
    const opened = [t, t, other, t, other].map((one) => one.backend.open(t.wish()));
    for (const link of await Promise.all(opened)) link.close();
    expect(await names()).toEqual([`${t.branch('main')}/neondb`]);
    await other.end();
  });

  test('are made when their compute begins to start', async () => {
    t.backend.warm(place());
    // Waits for its turn, and does nothing else.
    await t.backend.dropDatabase(t.branch('main'), 'other');
    expect(await names()).toEqual([`${t.branch('main')}/neondb`]);
    expect(
      await t.query('select rolname from pg_roles where rolname = $1', [t.user('main', 'owner')]),
    ).toHaveLength(1);
  });

  test('let in the roles of their branch, with the rights that the service gives', async () => {
    const roles = [t.role('owner'), t.role('reader')];
    const owner = await talk('main', 'neondb', { roles });
    await owner.ask('create table things (id int); insert into things values (7)');
    const reader = await talk('main', 'neondb', { roles, role: t.role('reader') });
    expect(await reader.ask('select id from things')).toEqual(['7']);
    expect(await owner.ask(`grant all on things to "${t.user('main', 'reader')}"`)).toEqual([]);
    expect(
      await t.query(`select has_database_privilege($1, $2, 'connect') as may`, [
        t.user('main', 'reader'),
        physicalName(t.branch('main'), 'neondb'),
      ]),
    ).toEqual([{ may: true }]);
    (await talk('other')).link.close();
    expect(
      await t.query(`select has_database_privilege($1, $2, 'connect') as may`, [
        t.user('main', 'reader'),
        physicalName(t.branch('other'), 'neondb'),
      ]),
    ).toEqual([{ may: false }]);
  });

  test('get a new owner, who can work in them', async () => {
    await (await talk()).ask('create table things (id int)');
    const owner = t.role('next');
    const next = await talk('main', 'neondb', { place: { ...place(), owner }, role: owner, roles: [owner] });
    expect(await next.ask('insert into things values (7) returning id')).toEqual(['7']);
    expect(await next.ask('create table more (id int)')).toEqual([]);
  });

  test('are copied with their branch, as they are at that time', async () => {
    const parent = await talk();
    await (await talk('main', 'x'.repeat(60))).ask('create table more (id int)');
    await parent.ask('create table things (id int); insert into things values (7)');
    const copied = t.backend.copyBranch(t.branch('child'), t.branch('main'));
    const child = talk('child');
    await copied;
    expect(await (await child).ask('select id from things')).toEqual(['7']);
    expect(await (await talk('child', 'x'.repeat(60))).ask('select * from more')).toEqual([]);
    expect(t.warnings).toEqual([
      ['branch copy ended sessions', { branchId: t.branch('main'), sessions: 1 }],
      ['branch copy ended sessions', { branchId: t.branch('main'), sessions: 1 }],
    ]);
    expect(await parent.answer()).toMatchObject({ C: '57P01' });
    await (await talk()).ask('insert into things values (8)');
    expect(await (await child).ask('select id from things')).toEqual(['7']);
    expect(
      await t.query(`select has_database_privilege('public', $1, 'connect') as may`, [
        physicalName(t.branch('child'), 'neondb'),
      ]),
    ).toEqual([{ may: false }]);
  });

  test('are not copied if the branch has none', async () => {
    await t.backend.copyBranch(t.branch('child'), t.branch('main'));
    expect(await names()).toEqual([]);
  });

  test('are all dropped if a copy fails', async () => {
    for (const database of ['a', 'b']) (await talk('main', database)).link.close();
    const taken = pg.escapeIdentifier(physicalName(t.branch('child'), 'b'));
    await t.query(`create database ${taken}`);
    await expect(t.backend.copyBranch(t.branch('child'), t.branch('main'))).rejects.toMatchObject({
      name: 'Unavailable',
      sqlstate: '42P04',
    });
    const left = [`${t.branch('child')}/b`, `${t.branch('main')}/a`, `${t.branch('main')}/b`];
    expect((await names()).filter((name) => !String(name).startsWith('tidemark:'))).toEqual(left);
    expect(await names()).toEqual(left);
    await t.query(`drop database ${taken}`);
    await t.backend.copyBranch(t.branch('child'), t.branch('main'));
    expect(await names()).toHaveLength(4);
  });

  test('are made again if a killed process left them half made', async () => {
    await t.query(`create database ${pg.escapeIdentifier(unfinishedName(t.branch('main'), 'neondb'))}`);
    expect(await (await talk()).ask('select 1')).toEqual(['1']);
    expect(await names()).toEqual([`${t.branch('main')}/neondb`]);
  });

  test('are dropped with their branch, even while in use', async () => {
    const session = await talk();
    (await talk('main', 'second')).link.close();
    (await talk('other')).link.close();
    await t.query(`create database ${pg.escapeIdentifier(unfinishedName(t.branch('main'), 'third'))}`);
    await t.backend.dropBranch(t.branch('main'));
    expect(await session.answer()).toMatchObject({ C: '57P01' });
    expect(await names()).toEqual([`${t.branch('other')}/neondb`]);
    await t.backend.dropBranch(t.branch('main'));
    expect(await (await talk()).ask('select 1')).toEqual(['1']);
  });

  test('are renamed and dropped', async () => {
    const session = await talk();
    await session.ask('create table things (id int)');
    await t.backend.renameDatabase(t.branch('main'), 'neondb', 'renamed');
    expect(await session.answer()).toMatchObject({ C: '57P01' });
    expect(await (await talk('main', 'renamed')).ask('select * from things')).toEqual([]);
    await t.backend.dropDatabase(t.branch('main'), 'renamed');
    await t.backend.dropDatabase(t.branch('main'), 'renamed');
    await t.backend.renameDatabase(t.branch('main'), 'never', 'seen');
    expect(await names()).toEqual([]);
  });

  test('are left alone if others made them', async () => {
    const physical = physicalName(t.branch('main'), 'neondb');
    await t.query(`create database ${pg.escapeIdentifier(physical)}`);
    await expect(talk()).rejects.toMatchObject({
      sqlstate: '42501',
      message: `database "${physical}" of the server behind this service does not belong to it`,
    });
    await t.backend.dropDatabase(t.branch('main'), 'neondb');
    await t.backend.dropBranch(t.branch('main'));
    await t.backend.renameDatabase(t.branch('main'), 'neondb', 'other');
    expect(await names()).toEqual([physical]);
  });

  test('are made again if others dropped them', async () => {
    (await talk()).link.close();
    await t.query(
      `drop database ${pg.escapeIdentifier(physicalName(t.branch('main'), 'neondb'))} with (force)`,
    );
    await expect(talk()).rejects.toMatchObject({ sqlstate: '3D000' });
    expect(await (await talk()).ask('select 1')).toEqual(['1']);
  });

  test('refuse roles that others made, and stay open for their own', async () => {
    const taken = t.role('taken');
    const user = t.user('main', 'taken');
    await t.query(`create role ${pg.escapeIdentifier(user)}`);
    const roles = [t.role('owner'), taken];
    await expect(talk('main', 'neondb', { role: taken, roles })).rejects.toMatchObject({
      name: 'Unavailable',
      sqlstate: '42501',
      message: `role "${user}" of the server behind this service does not belong to it`,
      hint: 'Rename that role, or give the service another server as its backend.',
    });
    expect(await (await talk('main', 'neondb', { roles })).ask('select 1')).toEqual(['1']);
    expect(await t.query('select rolcanlogin from pg_roles where rolname = $1', [user])).toEqual([
      { rolcanlogin: false },
    ]);
  });
});

test.runIf(SERVER === undefined)(
  'databases of branches in a server (not run: TIDEMARK_TEST_DATABASE_URL is not set)',
  () => {
    expect(SERVER).toBeUndefined();
  },
);
