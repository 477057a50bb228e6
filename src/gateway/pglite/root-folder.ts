import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder, folderProblem, isClaim } from '../../data-folder/index.ts';

/** The folder that everything is kept in, for one process alone. */
export interface RootFolder {
  readonly path: string;
  release(): Promise<void>;
}

/** Null: a folder that is gone when it is released, or else by the next process that makes one. */
export async function openRootFolder(folder: string | null): Promise<RootFolder> {
  if (folder !== null) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const claim = await claimFolder(folder);
      return { path: folder, release: () => claim.release() };
    } catch (error) {
      throw folderProblem(folder, error);
    }
  }
  await sweep();
  try {
    const path = await mkdtemp(join(tmpdir(), PREFIX));
    await claimFolder(path);
    return { path, release: () => remove(path) };
  } catch (error) {
    throw folderProblem(tmpdir(), error, 'set TMPDIR to another folder');
  }
}

const PREFIX = 'tidemark-branches-';

/** Removes what processes left behind that ended without a chance to. */
async function sweep(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      // A link leads to where this process has nothing to tidy.
      if (!(await lstat(path)).isDirectory()) continue;
      // One without a claim is just being made, and what is another user's cannot be claimed.
      if (!(await readdir(path)).some(isClaim)) continue;
      await claimFolder(path);
      await remove(path);
    } catch {
      // It is in use, or somebody else has removed it: it is not for this process to tidy.
    }
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
