import fs, { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { claimFolder } from '../../src/data-folder/folder-claim.ts';
import { openPgliteBackend } from '../../src/gateway/index.ts';
import { openFolderStore } from '../../src/service/store/folder-store.ts';
import { memoryStore } from '../../src/service/store/open-store.ts';
import { run } from '../cli/run.ts';
import { Harness } from '../service/harness.ts';
import { projectRecord } from '../service/store/samples.ts';
import { put } from '../service/store/store-contract.ts';

const place = mkdtempSync(join(tmpdir(), 'tidemark-full-'));
afterAll(() => rmSync(place, { recursive: true }));

const { openSync, renameSync, writeSync } = fs;
const { mkdtemp, mkdir, symlink } = promises;

afterEach(() => {
  Object.assign(fs, { openSync, renameSync, writeSync });
  Object.assign(promises, { mkdtemp, mkdir, symlink });
  syncBuiltinESMExports();
});

/** Makes calls of this kind fail as on a full disk: all of them, or those with certain arguments. */
function fill(calls: object, name: string, isMeant: (...args: unknown[]) => boolean = () => true): void {
  const real = (calls as Record<string, (...args: unknown[]) => unknown>)[name];
  const full = (...args: unknown[]) => {
    if (!isMeant(...args)) return real?.(...args);
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), {
      code: 'ENOSPC',
      errno: -28,
    });
  };
  Object.assign(calls, { [name]: full });
  syncBuiltinESMExports();
}

describe('a full disk', () => {
  test('is a problem at the first start that names the folder, and leaves nothing behind', async () => {
    const folder = join(place, 'first');
    fill(fs, 'writeSync');
    const { code, out, err } = await run(['serve', '--port', '0', '--no-pg', '--data', folder]);
    expect([code, out, err]).toEqual([
      2,
      '',
      `tidemark: ${folder}: cannot be written: the disk is full; free some space, or give another folder\n`,
    ]);
    expect(existsSync(join(folder, 'pg'))).toBe(false);
  });

  test('is the same problem at a later start, and the store opens with everything once there is room', async () => {
    const folder = join(place, 'again');
    const store = await openFolderStore(folder);
    await store.write([put('projects', projectRecord('p-1'))]);
    await store.close();
    fill(fs, 'writeSync');
    await expect(openFolderStore(folder)).rejects.toThrow(
      `${folder}: cannot be written: the disk is full; free some space, or give another folder`,
    );
    Object.assign(fs, { writeSync });
    syncBuiltinESMExports();
    const opened = await openFolderStore(folder);
    expect((await opened.load()).projects).toEqual([projectRecord('p-1')]);
    await opened.close();
  });

  test('in the temporary folder is a problem that says how to name another', async () => {
    fill(promises, 'mkdtemp');
    const { code, err } = await run(['serve', '--port', '0', '--pg-port', '0', '--log', 'off']);
    expect([code, err]).toEqual([
      2,
      `tidemark: ${tmpdir()}: cannot be written: the disk is full; free some space, or set TMPDIR to another folder\n`,
    ]);
  });

  test('is a problem when folders of databases are made', async () => {
    const folder = join(place, 'branches');
    fill(promises, 'mkdir', (path) => String(path).endsWith('data'));
    await expect(openPgliteBackend({ folder })).rejects.toThrow(
      `${folder}: cannot be written: the disk is full; free some space, or give another folder`,
    );
    expect(readdirSync(folder).filter((name) => !name.startsWith('tidemark.lock'))).toEqual([]);
  });

  test('that accepts no more files does not block a release', async () => {
    const folder = join(place, 'claim');
    await promises.mkdir(folder);
    const claim = await claimFolder(folder);
    fill(promises, 'symlink');
    await claim.release();
  });

  test('ends the service with a problem when the first key is stored', async () => {
    const folder = join(place, 'later');
    // Postgres does not survive a log that it cannot write, but it does survive files of tables.
    const tables = new Set<unknown>();
    Object.assign(fs, {
      openSync: (...args: Parameters<typeof openSync>) => {
        const file = openSync(...args);
        if (String(args[0]).includes('/base/')) tables.add(file);
        else tables.delete(file);
        return file;
      },
    });
    // The token is written after the store is open, and before the key.
    let isOpen = false;
    Object.assign(fs, {
      renameSync: (...args: Parameters<typeof renameSync>) => {
        isOpen ||= String(args[1]).endsWith('control-token');
        renameSync(...args);
      },
    });
    fill(fs, 'writeSync', (file) => isOpen && tables.has(file));
    const { code, err } = await run(['serve', '--port', '0', '--no-pg', '--log', 'off', '--data', folder]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^tidemark: .*later.* cannot be written: .*No space left on device; free some space and start again; nothing that was answered is lost\n$/,
    );
  });
});

test('is the answer to a call that cannot be stored, without a stack in the log', async () => {
  const store = memoryStore();
  const write = async () => {
    throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  };
  const harness = await Harness.start({ store: { ...store, write } });
  const answer = await harness.call('POST', '/projects', { project: {} });
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([
    503,
    'STORE_FULL',
    'the store cannot be written: the disk is full; free some space and start the service again',
  ]);
  expect(harness.logs.filter(({ event }) => event === 'fault')).toEqual([]);
});
