import { chmod, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isClaim } from '../../data-folder/index.ts';
import { problem } from '../../problem/index.ts';

/** Makes the folder if it does not exist, and refuses one with other content than a store. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = (await readdir(folder)).filter(isContent);
  if (entries.length === 0 || entries.some((entry) => entry === MARK || isClaim(entry))) return;
  throw problem(
    { file: folder },
    `is not empty and no store of tidemark (it holds ${entries.slice(0, 3).join(', ')})`,
    'give an empty folder, or one that does not exist yet',
  );
}

/** Removes the data of a first start that was interrupted. Only the owner of the folder may call this. */
export async function clearUnfinished(folder: string): Promise<void> {
  if (!(await readdir(folder)).includes(MARK)) await rm(dataIn(folder), { recursive: true, force: true });
}

/** Marks the folder as a complete store. */
export async function markFinished(folder: string): Promise<void> {
  if ((await readdir(folder)).includes(MARK)) return;
  const written = join(folder, `${MARK}.new`);
  await writeFile(written, 'The store of a tidemark service. The folder pg is the data of a PostgreSQL.\n', {
    mode: 0o600,
  });
  await rename(written, join(folder, MARK));
}

export function dataIn(folder: string): string {
  return join(folder, 'pg');
}

const MARK = 'tidemark.store';

/** Whether an entry counts as content. Hidden files do not, nor does the `lost+found` of a file system's root. */
export function isContent(entry: string): boolean {
  return !entry.startsWith('.') && entry !== 'lost+found';
}

/** Takes the rights of other users from a folder and from the entries that are ours. Follows no links. */
export async function ownerOnly(folder: string, isOurs: (entry: string) => boolean): Promise<void> {
  await restrict(folder, FOLDER_MODE);
  for (const entry of await readdir(folder)) if (isOurs(entry)) await restrictAll(join(folder, entry));
}

async function restrictAll(path: string): Promise<void> {
  const stat = await lstat(path);
  if (stat.isDirectory()) return ownerOnly(path, () => true);
  if (stat.isFile()) await restrict(path, FILE_MODE);
}

async function restrict(path: string, mode: number): Promise<void> {
  if (((await lstat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
