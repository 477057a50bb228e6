import { lstatSync } from 'node:fs';
import { ProblemError, problem } from '../../problem/index.ts';

/** Turns an error of writing a file or folder that the user named into a problem. Throws all other errors on. */
export function unwritable(path: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  const found =
    code === 'ENOENT' && isLink(path) ? 'it is a link that leads nowhere' : (UNWRITABLE[code] ?? message);
  return problem({ file: path }, `it cannot be written: ${found}`, REMEDIES[code] ?? 'name another path');
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist, or takes no files',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  EACCES: 'this user has no right to',
  EPERM: 'this user has no right to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EIO: 'the disk reports an error',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

const FULL = 'free some space, or name another path';

const REMEDIES: Readonly<Record<string, string>> = { ENOSPC: FULL, EDQUOT: FULL };
