import { MIB } from '../../facts/index.ts';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import type { ByteSource } from '../../trace/index.ts';
import type { FileSource, Reader } from './reader.ts';

/**
 * The limit for documents that people write: scenarios, price lists, bills, lists of databases. A list of 100,000
 * databases takes a third of it.
 */
const MOST_DOCUMENT_BYTES = 32 * MIB;

/** The limit for results that commands have printed. */
export const MOST_RESULT_BYTES = 256 * MIB;

/** Reads a file that the user named, as text. */
export function readText(
  path: string,
  reader: Reader,
  mostBytes = MOST_DOCUMENT_BYTES,
  remedy = CONVERT,
): string {
  const bytes = readBytes(path, reader, mostBytes);
  if (bytes.length > mostBytes) throw tooLarge(path, mostBytes);
  return textOf(bytes, path, remedy);
}

const CONVERT = 'convert it, or name another file';

function readBytes(path: string, reader: Reader, mostBytes: number): Uint8Array {
  try {
    return reader.read(path, mostBytes + 1);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Opens a file that the user named, to read it piece by piece. */
export function openSource(path: string, reader: Reader): FileSource {
  try {
    const source = reader.open(path);
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
  return textOf(joined(pieces, size), path);
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Reports errors of reading as problems of the path too, such as for a folder given as standard input. */
async function* readPieces(path: string, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Reports a file that cannot be read at the line that names it. */
export function namedAt(place: Place, path: string, { problems }: ProblemError): ProblemError {
  return new ProblemError(
    problems.map(({ found, remedy }) => ({ place, found: `${path}: ${found}`, remedy })),
  );
}

function unreadable(path: string, error: unknown): ProblemError {
  const { code } = error as { readonly code?: string };
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

function textOf(bytes: Uint8Array, path: string, remedy = CONVERT): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem({ file: nameOf(path) }, 'it is not text in UTF-8', remedy);
  }
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
