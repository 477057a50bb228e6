import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError, problem } from '../../problem/index.ts';
import { isDiskFull } from './disk-full.ts';
import { isClaim } from './folder-claim.ts';

/** Makes the folder if it is not there, and refuses one that holds what is not ours. */
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

/** Clears what a first start left behind that was cut off before the store was whole. For the owner alone. */
export async function clearUnfinished(folder: string): Promise<void> {
  if (!(await readdir(folder)).includes(MARK)) await rm(dataIn(folder), { recursive: true, force: true });
}

/** From now on the folder is a store. */
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

/** What the file system, or PGlite, has against a folder, as a problem. */
export function folderProblem(folder: string, error: unknown, other = 'give another folder'): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isDiskFull(error))
    return problem({ file: folder }, 'cannot be written: the disk is full', `free some space, or ${other}`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return problem({ file: folder }, `cannot be written (${code})`, `allow it, or ${other}`);
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return problem({ file: folder }, 'is not a folder, or lies below a file', 'give a folder');
  }
  // Node says so, too, of a folder that is to be made on a disk that takes no more files.
  if (code === 'ENOENT')
    return problem(
      { file: folder },
      'cannot be made: it lies below a link that leads nowhere, or the disk is full',
      `check the path and the disk, or ${other}`,
    );
  return problem(
    { file: folder },
    `cannot be opened as a store (${code ?? message})`,
    `see that its disk has room, put back a copy of it that was whole, or ${other}`,
  );
}

const MARK = 'tidemark.store';

/** Not so are hidden files, and what a file system of its own brings along. */
export function isContent(entry: string): boolean {
  return !entry.startsWith('.') && entry !== 'lost+found';
}
