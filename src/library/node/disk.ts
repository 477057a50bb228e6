import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { problem } from '../../problem/index.ts';
import type { Reader } from '../intake/reader.ts';
import { fileSource } from './file-source.ts';

/** The files of this machine. `-` is standard input. */
export const disk: Pick<Reader, 'read' | 'open' | 'list' | 'beside'> = {
  read: readAtMost,
  open: fileSource,
  list: filesIn,
  beside: (file, named) => (file === '-' || isAbsolute(named) ? named : join(dirname(file), named)),
};

const READ_BYTES = 1 << 16;

function readAtMost(path: string, mostBytes: number): Uint8Array {
  const file = path === '-' ? 0 : openSync(path, 'r');
  try {
    const pieces: Uint8Array[] = [];
    for (let left = mostBytes; left > 0; ) {
      const piece = new Uint8Array(Math.min(left, READ_BYTES));
      const size = readSync(file, piece);
      if (size === 0) break;
      pieces.push(piece.subarray(0, size));
      left -= size;
    }
    return Buffer.concat(pieces);
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function filesIn(path: string): string[] | null {
  if (path === '-' || !isFolder(path)) return null;
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((one) => !one.name.startsWith('.') && mayBeRead(one, path))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw problem({ file: path }, `the folder cannot be read (${code})`, 'check the path and its rights');
  }
}

/** Whoever then opens the path as a file says what is wrong with it. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Reading a pipe or a device in a folder could wait or go on for ever. A dangling link is reported when it is opened.
 */
function mayBeRead(one: Dirent, folder: string): boolean {
  if (!one.isSymbolicLink()) return one.isFile();
  return statSync(join(folder, one.name), { throwIfNoEntry: false })?.isFile() ?? true;
}
