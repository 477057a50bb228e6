import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteSource } from '../../trace/index.ts';
import type { FileSource } from '../intake/reader.ts';

/** The same size as in `trace/`. It is not imported, because that would load the whole room even for `--version`. */
const PIECE_BYTES = 1 << 18;

/** Opens a file, or standard input for `-`. Throws as `fs` does if it cannot be read. */
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

/** Streams that `close` ends at once, even while a piece is awaited. */
function streamed(open: () => Readable): Required<Pick<ByteSource, 'pieces' | 'close'>> {
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
