import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Source } from '../../trace/index.ts';

/** As large as the pieces of other sources; a value of that room would load all of it for `--version` already. */
const PIECE_BYTES = 1 << 18;

/** A file that is read piece by piece, so that it may be larger than memory. */
export interface FileSource extends Source {
  /** null: nobody knows before its end, as of a pipe. */
  readonly bytes: number | null;
}

/** `-` is standard input. Throws as `fs` does where there is nothing to be read. */
export function fileSource(path: string): FileSource {
  if (path === '-') return { ...streamed(() => process.stdin), parts: null, bytes: null };
  const stat = statSync(path);
  if (stat.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  accessSync(path, constants.R_OK);
  const pieces = streamed(() => createReadStream(path, { highWaterMark: PIECE_BYTES }));
  if (!stat.isFile()) return { ...pieces, parts: null, bytes: null };
  return {
    ...pieces,
    parts: { length: stat.size, read: (from, to) => part(path, from, to) },
    bytes: stat.size,
  };
}

/** Streams that close when they are told to, also while a piece is waited for. */
function streamed(open: () => Readable): Required<Pick<Source, 'pieces' | 'close'>> {
  const opened = new Set<Readable>();
  return {
    pieces() {
      const stream = open();
      opened.add(stream);
      stream.once('close', () => opened.delete(stream));
      return stream;
    },
    close() {
      for (const stream of opened) stream.destroy();
    },
  };
}

async function part(path: string, from: number, to: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(to - from);
    await file.read(bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    await file.close();
  }
}
