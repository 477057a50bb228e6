import { joined } from './bytes.ts';

/** Bytes to read. */
export interface ByteSource {
  /** All bytes from the first, piece by piece. A pipe can be read only once. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Random access, for formats with an index at the end. Null if bytes only come in order. */
  readonly parts: Parts | null;
  /** Aborts any read at once. Without it, a read ends when the piece that it waits for has arrived. */
  close?(): void;
}

export interface Parts {
  readonly length: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A source of bytes in memory. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    async *pieces() {
      for (let from = 0; from < bytes.length; from += PIECE_BYTES)
        yield bytes.subarray(from, from + PIECE_BYTES);
    },
    parts: { length: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
  };
}

const PIECE_BYTES = 1 << 18;

/** Reads the first bytes of a source. The returned source delivers them again. */
export async function lookAhead<S extends ByteSource>(
  source: S,
): Promise<{ readonly first: Uint8Array; readonly source: S }> {
  const rest = source.pieces()[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  while (size < LOOK_BYTES) {
    const { done, value } = await rest.next();
    if (done === true) break;
    if (value.length > 0) seen.push(value);
    size += value.length;
  }
  const first = joined(seen);
  let isFresh = true;
  const pieces = () => {
    if (!isFresh) return source.pieces();
    isFresh = false;
    return chained(first, rest);
  };
  return { first: first.subarray(0, LOOK_BYTES), source: { ...source, pieces } };
}

/** Enough to tell formats apart, and text from binary data. */
const LOOK_BYTES = 4096;

async function* chained(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // A consumer that stops early must not leave the file open.
    await rest.return?.();
  }
}
