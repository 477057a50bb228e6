import { dirname, isAbsolute, join } from 'node:path';
import { type ProblemError, problem } from '../problem/index.ts';
import type { Source } from '../trace/index.ts';
import type { FileSource } from './file-source.ts';
import type { Terminal } from './terminal.ts';

/** The text of a file that the user named. */
export function readText(path: string, terminal: Terminal): string {
  return textOf(readBytes(path, terminal), path);
}

function readBytes(path: string, terminal: Terminal): Uint8Array {
  try {
    return terminal.read(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A file that the user named, to be read piece by piece. */
export function openSource(path: string, terminal: Terminal): FileSource {
  try {
    const source = terminal.open(path);
    return { ...source, pieces: () => readable(path, source.pieces()) };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** All of it as text. */
export async function wholeText(source: Source, path: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.pieces()) pieces.push(piece);
  return textOf(Buffer.concat(pieces), path);
}

/** What goes wrong while it is read, such as of a folder that stands for standard input, is the path's fault too. */
async function* readable(path: string, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ProblemError {
  const { code } = error as NodeJS.ErrnoException;
  return problem(
    { file: nameOf(path) },
    UNREADABLE[code ?? ''] ?? `it cannot be read (${code ?? String(error)})`,
    'check the path',
  );
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem({ file: nameOf(path) }, 'it is not text in UTF-8', 'convert it, or name another file');
  }
}

/** The path of a file as another one names it: from its own folder on. */
export function besideFile(file: string, named: string): string {
  return file === '-' || isAbsolute(named) ? named : join(dirname(file), named);
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
