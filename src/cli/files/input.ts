import { dirname, isAbsolute, join } from 'node:path';
import { MIB } from '../../facts/index.ts';
import { type ProblemError, problem } from '../../problem/index.ts';
import type { ByteSource } from '../../trace/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { FileSource } from './file-source.ts';

/**
 * The limit for documents that people write: scenarios, price lists, bills, lists of databases. A list of 10,000
 * databases takes a tenth of it.
 */
const MOST_DOCUMENT_BYTES = 8 * MIB;

/** The limit for results that commands have printed. */
export const MOST_RESULT_BYTES = 256 * MIB;

/** Reads a file that the user named, as text. */
export function readText(path: string, terminal: Terminal, mostBytes = MOST_DOCUMENT_BYTES): string {
  const bytes = readBytes(path, terminal, mostBytes);
  if (bytes.length > mostBytes) throw tooLarge(path, mostBytes);
  return textOf(bytes, path);
}

function readBytes(path: string, terminal: Terminal, mostBytes: number): Uint8Array {
  try {
    return terminal.read(path, mostBytes + 1);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Opens a file that the user named, to read it piece by piece. */
export function openSource(path: string, terminal: Terminal): FileSource {
  try {
    const source = terminal.open(path);
    return { ...source, pieces: () => readPieces(path, source.pieces()) };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Reads a whole source as text. */
export async function wholeText(
  source: ByteSource,
  path: string,
  mostBytes = MOST_DOCUMENT_BYTES,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.pieces()) {
    size += piece.length;
    if (size > mostBytes) throw tooLarge(path, mostBytes);
    pieces.push(piece);
  }
  return textOf(Buffer.concat(pieces), path);
}

/** Reports errors of reading as problems of the path too, such as for a folder given as standard input. */
async function* readPieces(path: string, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
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

function tooLarge(path: string, mostBytes: number): ProblemError {
  return problem(
    { file: nameOf(path) },
    `it is larger than ${mostBytes / MIB} MiB`,
    'check the path: no file that belongs here is that large',
  );
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem({ file: nameOf(path) }, 'it is not text in UTF-8', 'convert it, or name another file');
  }
}

/** Resolves a path that a file names, relative to the folder of that file. */
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
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ENAMETOOLONG: 'the name is too long',
};
