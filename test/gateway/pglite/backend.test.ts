import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPgliteBackend } from '../../../src/gateway/pglite/pglite-backend.ts';
import { branchBackend } from './branch-backend.ts';
import { startChild } from './child.ts';
import { wishFor } from './client.ts';

// Each start of PGlite takes its time: `test/slow/` has more of its data, of copies and of overlapping tasks.
const at = branchBackend();

describe('data', () => {
  test('are kept after a branch is released, and after the process has ended', async () => {
    await (await at.client()).rows('CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
    await at.backend.releaseBranch(at.branchId);
    expect(await (await at.client()).rows('SELECT n FROM kept')).toEqual(['1']);
    await at.backend.close();
    await at.reopen();
    expect(await (await at.client()).rows('SELECT n FROM kept')).toEqual(['1']);
  });

  test('survive a kill of the whole process', async () => {
    await at.backend.close();
    const child = startChild(at.folder, at.branchId);
    await child.printed((lines) => lines.includes('committed'));
    await child.kill();
    await at.reopen();
    expect(await (await at.client()).rows('SELECT count(*) FROM killed')).toEqual(['1']);
  });
});

describe('a branch made from another', () => {
  test('begins with its data, and its changes stay its own', async () => {
    const child = `${at.branchId}-child`;
    const parent = await at.client();
    await parent.rows('CREATE TABLE common (n int); INSERT INTO common VALUES (1)');
    await (await at.client('closed')).rows('CREATE TABLE second (n int)');
    await at.backend.copyBranch(child, at.branchId);
    await parent.rows('INSERT INTO common VALUES (2)');
    expect(await (await at.client('neondb', child)).rows('SELECT n FROM common')).toEqual(['1']);
    expect(await (await at.client('closed', child)).rows('SELECT n FROM second')).toEqual([]);
    await (await at.client('neondb', child)).rows('DROP TABLE common');
    expect(await parent.rows('SELECT count(*) FROM common')).toEqual(['2']);
    await at.backend.dropBranch(child);
    await expect((await at.client('neondb', child)).rows('SELECT n FROM common')).rejects.toThrow('42P01');
    await at.backend.releaseBranch(child);
  });

  test('is empty if the parent is empty, and both can be copied at once', async () => {
    await Promise.all([at.backend.copyBranch('br-x', 'br-y'), at.backend.copyBranch('br-y', 'br-x')]);
    expect(readdirSync(join(at.folder, 'branches')).filter((name) => /^br-[xy]/.test(name))).toEqual([]);
  });
});

describe('the folder', () => {
  test('is refused while another process has it', async () => {
    await expect(openPgliteBackend({ folder: at.folder })).rejects.toThrow('is in use by pid');
    const below = join(at.folder, 'data', '1', 'PG_VERSION');
    await expect(openPgliteBackend({ folder: below })).rejects.toThrow(
      'is not a folder, or lies below a file',
    );
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
