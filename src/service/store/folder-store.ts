import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder, folderProblem, packedPglite } from '../../data-folder/index.ts';
import { clearUnfinished, dataIn, isContent, markFinished, ownerOnly, prepareFolder } from './folder.ts';
import type { SqlConnection } from './sql-connection.ts';
import { openSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** Opens a store in PGlite with its data in a folder. Writes survive a crash of the process, but not of the machine. */
export async function openFolderStore(folder: string): Promise<Store> {
  try {
    await prepareFolder(folder);
    const claim = await claimFolder(folder);
    try {
      const store = await openOwned(folder);
      let closed: Promise<void> | undefined;
      return {
        ...store,
        close() {
          closed ??= store.close().finally(() => claim.release());
          return closed;
        },
      };
    } catch (error) {
      // Files of a first start that failed would keep a full disk full.
      await clearUnfinished(folder).catch(() => {});
      await claim.release();
      throw error;
    }
  } catch (error) {
    throw folderProblem(folder, error);
  }
}

async function openOwned(folder: string): Promise<Store> {
  await clearUnfinished(folder);
  // Earlier versions let other users read these files, and write some of them.
  await ownerOnly(folder, isContent);
  const session = await openPglite(dataIn(folder));
  const store = await openSqlStore(session, `PGlite in ${folder}`, { file: folder }, MAINTAIN_EVERY);
  try {
    await markFinished(folder);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

// Records between two vacuums. They leave some ten megabytes of log, and the pause is some hundredths of a second.
const MAINTAIN_EVERY = 10_000;

/** Opens PGlite on a folder. */
async function openPglite(folder: string): Promise<SqlConnection> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { OwnerFiles } = await import('../../data-folder/index.mjs');
  const packed = existsSync(join(folder, 'PG_VERSION')) ? null : packedPglite();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fs = new OwnerFiles(folder);
  const db = await PGlite.create({
    fs,
    // The timer of this log message would keep the process alive for ten seconds after a failed start.
    startParams: [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'],
    ...(packed === null ? {} : { loadDataDir: new Blob([await readFile(packed)]) }),
  }).catch((error) => Promise.reject(fs.diskFull ?? error));
  return {
    query: async (text, parameters) =>
      parameters.length === 0
        ? ((await db.exec(text)).at(-1)?.rows ?? [])
        : (await db.query(text, [...parameters])).rows,
    close: () => db.close(),
  };
}
