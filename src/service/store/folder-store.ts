import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder, folderProblem, packedPglite } from '../../data-folder/index.ts';
import { clearUnfinished, dataIn, isContent, markFinished, ownerOnly, prepareFolder } from './folder.ts';
import type { SqlConnection } from './sql-connection.ts';
import { openSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** A PostgreSQL within the process, in a folder. What is written survives the end of the process, not of the machine. */
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
      // What a first start could not finish would keep a full disk full.
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
  // Earlier versions let others read what is here, and partly write it.
  await ownerOnly(folder, isContent);
  const session = await openPglite(dataIn(folder));
  const store = await openSqlStore(session, `PGlite in ${folder}`, { file: folder }, TIDY_EVERY);
  try {
    await markFinished(folder);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

// Some ten megabytes of log, and a pause of some hundredths of a second.
const TIDY_EVERY = 10_000;

/** PGlite on a folder of its own. */
async function openPglite(folder: string): Promise<SqlConnection> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { OwnerFiles } = await import('../../data-folder/index.mjs');
  const packed = existsSync(join(folder, 'PG_VERSION')) ? null : packedPglite();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fs = new OwnerFiles(folder);
  const db = await PGlite.create({
    fs,
    // The timer of that message would keep the process for ten seconds after a start that failed.
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
