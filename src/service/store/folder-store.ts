import { clearUnfinished, dataIn, folderProblem, isContent, markFinished, prepareFolder } from './folder.ts';
import { claimFolder } from './folder-claim.ts';
import { ownerOnly } from './owner-only.ts';
import { openPglite } from './pglite-session.ts';
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
