import { ProblemError, problem } from '../problem/index.ts';

/** Describes an error of the file system or of PGlite at a folder, as a problem for the user. */
export function folderProblem(folder: string, error: unknown, remedy = 'give another folder'): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isDiskFull(error))
    return problem({ file: folder }, 'cannot be written: the disk is full', `free some space, or ${remedy}`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return problem({ file: folder }, `cannot be written (${code})`, `allow it, or ${remedy}`);
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return problem({ file: folder }, 'is not a folder, or lies below a file', 'give a folder');
  }
  // Node also reports ENOENT if it cannot make a folder because the disk has no room for more files.
  if (code === 'ENOENT')
    return problem(
      { file: folder },
      'cannot be made: it lies below a broken link, or the disk is full',
      `check the path and the disk, or ${remedy}`,
    );
  return problem(
    { file: folder },
    `cannot be opened as a store (${code ?? message})`,
    `make sure that its disk has room, restore a backup of the folder, or ${remedy}`,
  );
}

/** Whether a write of the system or of PostgreSQL failed because the disk is full, or nearly full. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has((error as { readonly code?: string } | null)?.code ?? '');
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
