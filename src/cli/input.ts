import { problem } from '../problem/index.ts';
import type { Terminal } from './terminal.ts';

/** The text of a file that the user named. */
export function readText(path: string, terminal: Terminal): string {
  return textOf(readBytes(path, terminal), path);
}

export function readBytes(path: string, terminal: Terminal): Uint8Array {
  try {
    return terminal.read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw problem(
      { file: nameOf(path) },
      UNREADABLE[code ?? ''] ?? `it cannot be read (${code ?? String(error)})`,
      'check the path',
    );
  }
}

export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem({ file: nameOf(path) }, 'it is not text in UTF-8', 'convert it, or name another file');
  }
}

export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENAMETOOLONG: 'the name is too long',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};
