import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder, folderProblem, isClaim } from '../../data-folder/index.ts';

/** The folder with all data, which this process alone owns. */
export interface RootFolder {
  readonly path: string;
  release(): Promise<void>;
}

/** Claims a folder. Null for a temporary one, which is removed on release, or else when the next one is made. */
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

/** Removes temporary folders of processes that were killed. */
async function sweep(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      // A link may lead to a folder that is not ours.
      if (!(await lstat(path)).isDirectory()) continue;
      // A folder without a claim is just being made. The folder of another user cannot be claimed.
      if (!(await readdir(path)).some(isClaim)) continue;
      await claimFolder(path);
      await remove(path);
    } catch {
      // The folder is in use, or another process has removed it.
    }
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
