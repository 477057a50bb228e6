import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, test } from 'vitest';
import { isClaim } from '../../../src/data-folder/folder-claim.ts';
import { openFolderStore } from '../../../src/service/store/folder-store.ts';
import { startChild } from './child.ts';
import { DECLARED_COLUMNS, FOUND_COLUMNS } from './declared-columns.ts';
import { operationRecord, projectRecord } from './samples.ts';
import { put } from './store-contract.ts';

const parent = mkdtempSync(join(tmpdir(), 'tidemark-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

// The tests of this group go on from one another: each start of PGlite takes its time.
describe('a folder store', () => {
  const folder = join(parent, 'store');
  const literal = JSON.stringify(folder);

  test('starts again after a first start that was killed', async () => {
    const child = startChild(`await openFolderStore(${literal});`);
    await child.printed(() => existsSync(join(folder, 'pg', 'base')));
    await child.kill();
    expect(readdirSync(folder)).toEqual(['pg', 'tidemark.lock.1']);
    const store = await openFolderStore(folder);
    expect(store.description).toBe(`PGlite in ${folder}`);
    await store.write([put('projects', projectRecord('p-1'))]);
    await store.close();
    expect(readdirSync(folder)).toEqual(['pg', 'tidemark.lock.3', 'tidemark.store']);
  });

  test('belongs to one process, and keeps all acknowledged writes if that process is killed', async () => {
    const child = startChild(`
      const store = await openFolderStore(${literal});
      for (let sequence = 0; ; sequence++) {
        const record = { ...${JSON.stringify(operationRecord(0))}, sequence, id: String(sequence).padStart(9, '0') };
        await store.write([{ table: 'operations', id: record.id, record }]);
        console.log(sequence);
      }`);
    await child.printed((lines) => lines.length > 0);
    await expect(openFolderStore(folder)).rejects.toThrow(
      /^\/.*\/store: is in use by pid \d+ started .*; stop that/,
    );
    await child.printed((lines) => lines.length > 500);
    await child.kill();

    const store = await openFolderStore(folder);
    const { operations, projects } = await store.load();
    expect(projects).toEqual([projectRecord('p-1')]);
    // There may be one more, if the kill cut off its acknowledgement.
    expect(operations.length - child.lines.length).toBeOneOf([0, 1]);
    expect(operations.map(({ sequence }) => sequence)).toEqual(operations.map((_, index) => index));
    await store.close();
  });

  test('opens after a full disk and a kill interrupted a start at its lock file', async () => {
    writeFileSync(join(folder, 'pg', 'postmaster.pid'), '');
    const store = await openFolderStore(folder);
    expect((await store.load()).projects).toEqual([projectRecord('p-1')]);
    await store.close();
  });

  test('has the declared columns, and is left alone if a newer version wrote it', async () => {
    const db = await PGlite.create(join(folder, 'pg'));
    expect((await db.query(FOUND_COLUMNS)).rows).toEqual(DECLARED_COLUMNS);
    await db.exec(`insert into tidemark.kysely_migration values ('999-later', '2026-11-20T00:00:00.000Z')`);
    await db.close();
    const entries = unclaimed(folder);
    await expect(openFolderStore(folder)).rejects.toThrow(
      `${folder}: was written by a newer version of tidemark (999-later); run that version, or give another place`,
    );
    await expect(openFolderStore(folder)).rejects.toThrow('newer version');
    expect(unclaimed(folder)).toEqual(entries);
  });

  test('reports that its data cannot be opened', async () => {
    writeFileSync(join(folder, 'pg', 'PG_VERSION'), '9\n');
    await expect(openFolderStore(folder)).rejects.toThrow(`${folder}: cannot be opened as a store (`);
  });
});

describe('a folder that is not a store', () => {
  test('is refused and left as it is', async () => {
    const folder = join(parent, 'foreign');
    mkdirSync(join(folder, 'pg'), { recursive: true });
    await expect(openFolderStore(folder)).rejects.toThrow(
      `${folder}: is not empty and no store of tidemark (it holds pg); give an empty folder, or one that does not exist`,
    );
    expect(readdirSync(folder, { recursive: true })).toEqual(['pg']);
  });

  test('is refused when it is a file, or below one', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    const finding = 'is not a folder, or lies below a file; give a folder';
    await expect(openFolderStore(file)).rejects.toThrow(`${file}: ${finding}`);
    await expect(openFolderStore(join(file, 'store'))).rejects.toThrow(`${file}/store: ${finding}`);
  });

  // Nothing is forbidden to root.
  test.runIf(process.getuid?.() !== 0)('is refused when it cannot be written', async () => {
    const folder = join(parent, 'forbidden');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    await expect(openFolderStore(folder)).rejects.toThrow(
      `${folder}: cannot be written (EACCES); allow it, or give another folder`,
    );
  });
});

function unclaimed(folder: string): readonly string[] {
  return readdirSync(folder).filter((entry) => !isClaim(entry));
}
