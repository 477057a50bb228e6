/** Bytes that are to be read. */
export interface Source {
  /** From the first on, piece by piece; what comes through a pipe can be read but once. */
  pieces(): AsyncIterable<Uint8Array>;
  /** For formats that have their index at the end; null where bytes come but in their order. */
  readonly parts: Parts | null;
  /** Ends at once whatever is being read of it; without it, a read ends when the piece that it waits for has come. */
  close?(): void;
}

export interface Parts {
  readonly length: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Bytes in memory. */
export function sourceOf(bytes: Uint8Array): Source {
  return {
    async *pieces() {
      for (let from = 0; from < bytes.length; from += PIECE_BYTES)
        yield bytes.subarray(from, from + PIECE_BYTES);
    },
    parts: { length: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
  };
}

const PIECE_BYTES = 1 << 18;

/** What a source begins with, and the source as if nobody had looked. */
export async function lookAhead<S extends Source>(
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
  const first = Buffer.concat(seen);
  let isFresh = true;
  const pieces = () => {
    if (!isFresh) return source.pieces();
    isFresh = false;
    return chained(first, rest);
  };
  return { first: first.subarray(0, LOOK_BYTES), source: { ...source, pieces } };
}

/** Enough to tell formats apart, and a page of text from what is none. */
const LOOK_BYTES = 4096;

async function* chained(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Who stops early must not leave a file open.
    await rest.return?.();
  }
}
