import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes all rights of others off a folder and all that is in it. No link is followed. */
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
