import { ProblemError, problem } from '../problem/index.ts';

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

/** Whether something was not written because the disk is full, or nearly: as the system says it, or PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has((error as { readonly code?: string } | null)?.code ?? '');
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
