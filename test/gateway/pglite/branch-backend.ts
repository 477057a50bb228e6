import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Backend, DatabasePlace } from '../../../src/gateway/backend.ts';
import { openPgliteBackend } from '../../../src/gateway/pglite/pglite-backend.ts';
import { type Client, connect } from './client.ts';

/** A backend in a folder for all tests of a file. Each test has a branch of its own. */
export interface BranchBackend {
  readonly folder: string;
  readonly backend: Backend;
  readonly branchId: string;
  place(database?: string, branch?: string): DatabasePlace;
  client(database?: string, branch?: string): Promise<Client>;
  /** Opens the backend again after a test has closed it. */
  reopen(): Promise<void>;
}

export function branchBackend(): BranchBackend {
  let folder: string;
  let backend: Backend;
  let number = 0;
  let branchId: string;
  const reopen = async () => {
    backend = await openPgliteBackend({ folder, waitLimitMs: 300 });
  };
  const place = (database = 'neondb', branch = branchId) => ({ branchId: branch, database, owner: 'ann' });
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
  return {
    get folder() {
      return folder;
    },
    get backend() {
      return backend;
    },
    get branchId() {
      return branchId;
    },
    place,
    client: (database, branch) => connect(backend, { place: place(database, branch) }),
    reopen,
  };
}
