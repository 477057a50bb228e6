import { type Backend, openServerBackend } from '../../src/gateway/index.ts';
import type { PostgresServer } from './server.ts';

/** Databases in a server that runs only while a compute does. */
export async function sleepingBackend(server: PostgresServer): Promise<Backend> {
  const inner = await openServerBackend({
    url: `postgres:///postgres?host=${server.folder}&user=tidemark`,
    secret: 'secret of the bench',
    seed: 1,
    warn: () => {},
  });
  // Starts and stops follow one another, because a client can come while the server stops.
  let last = Promise.resolve();
  const next = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work);
    return last;
  };
  const awake = () => next(() => server.start());
  return {
    description: inner.description,
    majorVersion: inner.majorVersion,
    prepare: () => inner.prepare(),
    warm: () => void awake(),
    open: async (request) => {
      await awake();
      return inner.open(request);
    },
    releaseBranch: async (branchId) => {
      await inner.releaseBranch(branchId);
      await next(() => server.stop());
    },
    copyBranch: (branchId, parentId) => inner.copyBranch(branchId, parentId),
    dropBranch: (branchId) => inner.dropBranch(branchId),
    renameDatabase: (branchId, from, to) => inner.renameDatabase(branchId, from, to),
    dropDatabase: (branchId, name) => inner.dropDatabase(branchId, name),
    close: async () => {
      await awake();
      await inner.close();
    },
  };
}
