import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { branchBackend } from '../gateway/pglite/branch-backend.ts';
import { query } from '../gateway/pglite/messages.ts';

const at = branchBackend();

describe('data', () => {
  test('are kept if a full disk and a kill interrupted a start at its lock file', async () => {
    await (await at.client()).rows('CREATE TABLE kept (n int)');
    await at.backend.releaseBranch(at.branchId);
    for (const data of readdirSync(join(at.folder, 'data')))
      writeFileSync(join(at.folder, 'data', data, 'postmaster.pid'), '');
    expect(await (await at.client()).rows('SELECT count(*) FROM kept')).toEqual(['0']);
  });

  test('belong to their database, whatever its name', async () => {
    const names = ['Ä "b" \'c\' \\ /..%41', '😀'.repeat(15)];
    for (const name of names) {
      const made = await at.client(name);
      await made.rows('CREATE TABLE named (n int)');
      expect(await made.rows('SELECT current_database()')).toEqual([name]);
      await at.backend.releaseBranch(at.branchId);
      expect(await (await at.client(name)).rows('SELECT current_database(), count(*) FROM named')).toEqual([
        `${name},0`,
      ]);
    }
    const owners = 'SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()';
    expect(await (await at.client(names[0])).rows(owners)).toEqual(['ann']);
    expect(await at.client('template1').catch(({ sqlstate }) => sqlstate)).toBe('42P04');
  });

  test('stay with a renamed database, and are removed with a dropped one', async () => {
    await (await at.client()).rows('CREATE TABLE moved (n int)');
    await at.backend.renameDatabase(at.branchId, 'neondb', 'other');
    expect(await (await at.client('other')).rows('SELECT current_database(), count(*) FROM moved')).toEqual([
      'other,0',
    ]);
    await expect((await at.client()).rows('SELECT * FROM moved')).rejects.toThrow('42P01');
    await at.backend.dropDatabase(at.branchId, 'other');
    await expect((await at.client('other')).rows('SELECT * FROM moved')).rejects.toThrow('42P01');
    await at.backend.dropDatabase(at.branchId, 'never');
    await at.backend.renameDatabase(at.branchId, 'never', 'ever');
  });

  test('survive a crash once they are committed', async () => {
    const crashing = await at.client();
    const other = await at.client();
    await crashing.rows('CREATE TABLE crashed (n int); INSERT INTO crashed VALUES (1)');
    await crashing.rows('BEGIN; INSERT INTO crashed VALUES (2)');
    // Postgres gives up a connection that breaks the protocol, and here the only one that it has.
    crashing.link.send(query('COPY crashed FROM STDIN'));
    await crashing.until((seen) => seen.includes('G'));
    crashing.link.send(query('SELECT 1'));
    expect(await crashing.ended()).toBeInstanceOf(Error);
    expect(await other.ended()).toBeInstanceOf(Error);
    expect(await (await at.client()).rows('SELECT n FROM crashed')).toEqual(['1']);
  });
});

describe('a branch made from another', () => {
  test('waits for the end of a transaction, up to a limit', async () => {
    const parent = await at.client();
    await parent.rows('CREATE TABLE shared (n int)');
    await parent.rows('BEGIN; INSERT INTO shared VALUES (1)');
    const refused = await at.backend
      .copyBranch(`${at.branchId}-a`, at.branchId)
      .catch(({ sqlstate }) => sqlstate);
    expect(refused).toBe('55P03');
    const copied = at.backend.copyBranch(`${at.branchId}-b`, at.branchId);
    await parent.rows('COMMIT');
    await copied;
    expect(await (await at.client('neondb', `${at.branchId}-b`)).rows('SELECT n FROM shared')).toEqual(['1']);
    await at.backend.releaseBranch(`${at.branchId}-b`);
  });
});

describe('overlapping tasks', () => {
  test('run one after another', async () => {
    at.backend.warm(at.place());
    const [first, second] = await Promise.all([at.client(), at.client()]);
    await first.rows('CREATE TABLE raced (n int)');
    expect(await second.rows('SELECT count(*) FROM raced')).toEqual(['0']);

    const rested = at.backend.releaseBranch(at.branchId);
    at.backend.warm(at.place());
    const third = at.client();
    await rested;
    expect((await first.ended())?.message).toBe('terminating connection due to administrator command');
    expect(await (await third).rows('SELECT count(*) FROM raced')).toEqual(['0']);

    const copied = at.backend.copyBranch(`${at.branchId}-copy`, at.branchId);
    const dropped = at.backend.dropBranch(at.branchId);
    const anew = at.client();
    const copy = at.client('neondb', `${at.branchId}-copy`);
    await Promise.all([copied, dropped]);
    await expect((await anew).rows('SELECT * FROM raced')).rejects.toThrow('42P01');
    expect(await (await copy).rows('SELECT count(*) FROM raced')).toEqual(['0']);
    await at.backend.releaseBranch(`${at.branchId}-copy`);
  });

  test('do not wait for a running statement when the branch is released', async () => {
    const busy = await at.client();
    busy.link.send(query('SELECT count(*) FROM generate_series(1, 1000000000)'));
    const copying = await at.client('second');
    await copying.rows('CREATE TABLE cut (n int)');
    copying.link.send(query('COPY cut FROM STDIN'));
    await copying.until((seen) => seen.length > 0);
    await at.backend.releaseBranch(at.branchId);
    expect(await (await at.client('second')).rows('SELECT count(*) FROM cut')).toEqual(['0']);
  });
});

describe('the folder', () => {
  test('has no unfinished data', async () => {
    await at.backend.close();
    expect(readdirSync(at.folder).filter((name) => !name.startsWith('tidemark.lock'))).toEqual([
      'branches',
      'data',
    ]);
    await at.reopen();
    await at.client();
    const linked = readdirSync(join(at.folder, 'branches')).flatMap((name) =>
      readdirSync(join(at.folder, 'branches', name)),
    );
    await at.backend.close();
    await at.reopen();
    expect(readdirSync(join(at.folder, 'data'))).toHaveLength(linked.length);
  });
});
