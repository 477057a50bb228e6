import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Backend } from '../../../src/gateway/backend.ts';
import { openPgliteBackend } from '../../../src/gateway/pglite/pglite-backend.ts';
import { startChild } from './child.ts';
import { type Client, connect, wishFor } from './client.ts';
import { query } from './messages.ts';

let folder: string;
let backend: Backend;
let number = 0;
/** Each test has a branch of its own. */
let branchId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-test-'));
  await reopen();
});
beforeEach(() => {
  number += 1;
  branchId = `br-${number}`;
});
afterEach(() => backend.releaseBranch(branchId));
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

async function reopen(): Promise<void> {
  backend = await openPgliteBackend({ folder, waitLimitMs: 300 });
}

function place(database = 'neondb', branch = branchId) {
  return { branchId: branch, database, owner: 'ann' };
}

function client(database = 'neondb', branch = branchId): Promise<Client> {
  return connect(backend, { place: place(database, branch) });
}

describe('data', () => {
  test('are kept after a branch is released, and after the process has ended', async () => {
    await (await client()).rows('CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
    await backend.releaseBranch(branchId);
    expect(await (await client()).rows('SELECT n FROM kept')).toEqual(['1']);
    await backend.close();
    await reopen();
    expect(await (await client()).rows('SELECT n FROM kept')).toEqual(['1']);
  });

  test('are kept if a full disk and a kill interrupted a start at its lock file', async () => {
    await (await client()).rows('CREATE TABLE kept (n int)');
    await backend.releaseBranch(branchId);
    for (const data of readdirSync(join(folder, 'data')))
      writeFileSync(join(folder, 'data', data, 'postmaster.pid'), '');
    expect(await (await client()).rows('SELECT count(*) FROM kept')).toEqual(['0']);
  });

  test('belong to their database, whatever its name', async () => {
    const names = ['Ä "b" \'c\' \\ /..%41', '😀'.repeat(15)];
    for (const name of names) {
      const made = await client(name);
      await made.rows('CREATE TABLE named (n int)');
      expect(await made.rows('SELECT current_database()')).toEqual([name]);
      await backend.releaseBranch(branchId);
      expect(await (await client(name)).rows('SELECT current_database(), count(*) FROM named')).toEqual([
        `${name},0`,
      ]);
    }
    const owners = 'SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()';
    expect(await (await client(names[0])).rows(owners)).toEqual(['ann']);
    expect(await client('template1').catch(({ sqlstate }) => sqlstate)).toBe('42P04');
  });

  test('stay with a renamed database, and are removed with a dropped one', async () => {
    await (await client()).rows('CREATE TABLE moved (n int)');
    await backend.renameDatabase(branchId, 'neondb', 'other');
    expect(await (await client('other')).rows('SELECT current_database(), count(*) FROM moved')).toEqual([
      'other,0',
    ]);
    await expect((await client()).rows('SELECT * FROM moved')).rejects.toThrow('42P01');
    await backend.dropDatabase(branchId, 'other');
    await expect((await client('other')).rows('SELECT * FROM moved')).rejects.toThrow('42P01');
    await backend.dropDatabase(branchId, 'never');
    await backend.renameDatabase(branchId, 'never', 'ever');
  });

  test('survive a crash once they are committed', async () => {
    const crashing = await client();
    const other = await client();
    await crashing.rows('CREATE TABLE crashed (n int); INSERT INTO crashed VALUES (1)');
    await crashing.rows('BEGIN; INSERT INTO crashed VALUES (2)');
    // Postgres gives up a connection that breaks the protocol, and here the only one that it has.
    crashing.link.send(query('COPY crashed FROM STDIN'));
    await crashing.until((seen) => seen.includes('G'));
    crashing.link.send(query('SELECT 1'));
    expect(await crashing.ended()).toBeInstanceOf(Error);
    expect(await other.ended()).toBeInstanceOf(Error);
    expect(await (await client()).rows('SELECT n FROM crashed')).toEqual(['1']);
  });

  test('survive a kill of the whole process', async () => {
    await backend.close();
    const child = startChild(folder, branchId);
    await child.printed((lines) => lines.includes('committed'));
    await child.kill();
    await reopen();
    expect(await (await client()).rows('SELECT count(*) FROM killed')).toEqual(['1']);
  });
});

describe('a branch made from another', () => {
  test('begins with its data, and its changes stay its own', async () => {
    const child = `${branchId}-child`;
    const parent = await client();
    await parent.rows('CREATE TABLE common (n int); INSERT INTO common VALUES (1)');
    await (await client('closed')).rows('CREATE TABLE second (n int)');
    await backend.copyBranch(child, branchId);
    await parent.rows('INSERT INTO common VALUES (2)');
    expect(await (await client('neondb', child)).rows('SELECT n FROM common')).toEqual(['1']);
    expect(await (await client('closed', child)).rows('SELECT n FROM second')).toEqual([]);
    await (await client('neondb', child)).rows('DROP TABLE common');
    expect(await parent.rows('SELECT count(*) FROM common')).toEqual(['2']);
    await backend.dropBranch(child);
    await expect((await client('neondb', child)).rows('SELECT n FROM common')).rejects.toThrow('42P01');
    await backend.releaseBranch(child);
  });

  test('waits for the end of a transaction, up to a limit', async () => {
    const parent = await client();
    await parent.rows('CREATE TABLE shared (n int)');
    await parent.rows('BEGIN; INSERT INTO shared VALUES (1)');
    const refused = await backend.copyBranch(`${branchId}-a`, branchId).catch(({ sqlstate }) => sqlstate);
    expect(refused).toBe('55P03');
    const copied = backend.copyBranch(`${branchId}-b`, branchId);
    await parent.rows('COMMIT');
    await copied;
    expect(await (await client('neondb', `${branchId}-b`)).rows('SELECT n FROM shared')).toEqual(['1']);
    await backend.releaseBranch(`${branchId}-b`);
  });

  test('is empty if the parent is empty, and both can be copied at once', async () => {
    await Promise.all([backend.copyBranch('br-x', 'br-y'), backend.copyBranch('br-y', 'br-x')]);
    expect(readdirSync(join(folder, 'branches')).filter((name) => /^br-[xy]/.test(name))).toEqual([]);
  });
});

describe('overlapping tasks', () => {
  test('run one after another', async () => {
    backend.warm(place());
    const [first, second] = await Promise.all([client(), client()]);
    await first.rows('CREATE TABLE raced (n int)');
    expect(await second.rows('SELECT count(*) FROM raced')).toEqual(['0']);

    const rested = backend.releaseBranch(branchId);
    backend.warm(place());
    const third = client();
    await rested;
    expect((await first.ended())?.message).toBe('terminating connection due to administrator command');
    expect(await (await third).rows('SELECT count(*) FROM raced')).toEqual(['0']);

    const copied = backend.copyBranch(`${branchId}-copy`, branchId);
    const dropped = backend.dropBranch(branchId);
    const anew = client();
    const copy = client('neondb', `${branchId}-copy`);
    await Promise.all([copied, dropped]);
    await expect((await anew).rows('SELECT * FROM raced')).rejects.toThrow('42P01');
    expect(await (await copy).rows('SELECT count(*) FROM raced')).toEqual(['0']);
    await backend.releaseBranch(`${branchId}-copy`);
  });

  test('do not wait for a running statement when the branch is released', async () => {
    const busy = await client();
    busy.link.send(query('SELECT count(*) FROM generate_series(1, 1000000000)'));
    const copying = await client('second');
    await copying.rows('CREATE TABLE cut (n int)');
    copying.link.send(query('COPY cut FROM STDIN'));
    await copying.until((seen) => seen.length > 0);
    await backend.releaseBranch(branchId);
    expect(await (await client('second')).rows('SELECT count(*) FROM cut')).toEqual(['0']);
  });
});

describe('the folder', () => {
  test('is refused while another process has it', async () => {
    await expect(openPgliteBackend({ folder })).rejects.toThrow('is in use by pid');
    const below = join(folder, 'data', '1', 'PG_VERSION');
    await expect(openPgliteBackend({ folder: below })).rejects.toThrow(
      'is not a folder, or lies below a file',
    );
  });

  test('has no unfinished data', async () => {
    await backend.close();
    expect(readdirSync(folder).filter((name) => !name.startsWith('tidemark.lock'))).toEqual([
      'branches',
      'data',
    ]);
    await reopen();
    await client();
    const linked = readdirSync(join(folder, 'branches')).flatMap((name) =>
      readdirSync(join(folder, 'branches', name)),
    );
    await backend.close();
    await reopen();
    expect(readdirSync(join(folder, 'data'))).toHaveLength(linked.length);
  });

  test('is removed with the backend if it is temporary', async () => {
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tidemark-branches-'));
    const before = ours();
    const temporary = await openPgliteBackend({ folder: null });
    const made = ours().filter((name) => !before.includes(name));
    expect(made).toHaveLength(1);
    await temporary.close();
    expect(existsSync(join(tmpdir(), made[0] as string))).toBe(false);
    expect(await temporary.open(wishFor()).catch(({ sqlstate }) => sqlstate)).toBe('57P03');
  });
});
