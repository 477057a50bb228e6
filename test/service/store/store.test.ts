import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolderStore } from '../../../src/service/store/folder-store.ts';
import { memoryStore } from '../../../src/service/store/open-store.ts';
import { openServerStore } from '../../../src/service/store/server-store.ts';
import { runs } from '../../runs.ts';
import { projectRecord } from './samples.ts';
import { EMPTY, put, storeContract } from './store-contract.ts';
import { createDatabase, SERVER, type TestDatabase } from './test-database.ts';

const TRIED = runs(40, 250);

describe('memory', () => {
  test('is empty when it is opened, whatever was written', async () => {
    const store = memoryStore();
    expect(store.description).toBe('memory');
    await store.write([put('projects', projectRecord('p-1'))]);
    expect(await store.load()).toEqual(EMPTY);
    await store.close();
  });
});

describe('PGlite in a folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tidemark-store-'));
  afterAll(() => rmSync(parent, { recursive: true }));
  storeContract(() => openFolderStore(join(parent, 'made', 'by the store')), TRIED);
});

describe.runIf(SERVER !== undefined)('PostgreSQL server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    return () => database.drop();
  });
  storeContract(() => openServerStore(database.url), TRIED);
});

test.runIf(SERVER === undefined)('PostgreSQL server (not run: TIDEMARK_TEST_DATABASE_URL is not set)', () => {
  expect(SERVER).toBeUndefined();
});
