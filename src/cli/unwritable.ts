import { ProblemError, problem } from '../problem/index.ts';

/** Why a file or folder that the user named could not be written. What is no error of the file system is thrown on. */
export function unwritable(path: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) throw error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return problem(
      { file: path },
      'it cannot be written, for its disk is full',
      'free some space, or name another place',
    );
  return problem({ file: path }, `it cannot be written (${code})`, 'check the folder and its rights');
}
