import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packedPglite } from './packed-pglite.ts';
import type { Session } from './session.ts';

/** PGlite on a folder of its own. */
export async function openPglite(folder: string): Promise<Session> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { OwnerFiles } = await import('./owner-files.mjs');
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
