import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { openFolderStore } from '../../src/service/store/folder-store.ts';
import { operationRecord } from '../service/store/samples.ts';
import { put } from '../service/store/store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-growth-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder store does not grow if records are changed again and again', async () => {
  const store = await openFolderStore(folder);
  const records = Array.from({ length: 5_000 }, (_, number) => operationRecord(number));
  for (let failures = 0; failures < 14; failures++) {
    await store.write(records.map((record) => put('operations', { ...record, failures })));
  }
  await store.close();
  const db = await PGlite.create(join(folder, 'pg'));
  const { rows } = await db.query(`select pg_table_size('tidemark.operations')::int as size`);
  await db.close();
  // One version takes 0.9 MB, and all fourteen of them would take 12.
  expect(rows).toEqual([{ size: expect.toSatisfy((size: number) => size < 4_000_000) }]);
});
