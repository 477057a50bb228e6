import { MIB } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
import { nameOf } from './input.ts';
import type { FileSource } from './reader.ts';

/** A larger pipe would take too much memory beside its trace. */
const MOST_KEPT_BYTES = 256 * MIB;

/**
 * The pipes that a scenario names. A pipe can be read only once, but a scenario is read again for each change, and may
 * name the same pipe twice. So the content of pipes is kept.
 */
export class KeptPipes {
  readonly #sources = new Map<string, FileSource>();

  /** Files are opened anew each time. @param open called once for a pipe */
  open(path: string, open: () => FileSource): FileSource {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    const source = open();
    if (source.bytes !== null) return source;
    const kept = keptSource(path, source);
    this.#sources.set(path, kept);
    return kept;
  }
}

function keptSource(path: string, source: FileSource): FileSource {
  let kept: Uint8Array[] = [];
  let size = 0;
  let isRead = false;
  return {
    ...source,
    async *pieces() {
      if (isRead) {
        if (size > MOST_KEPT_BYTES)
          throw problem(
            { file: nameOf(path) },
            `this pipe has to be read more than once, and has more than ${MOST_KEPT_BYTES / MIB} MiB`,
            'write what it gives into a file, and name that',
          );
        yield* kept;
        return;
      }
      isRead = true;
      for await (const piece of source.pieces()) {
        size += piece.length;
        if (size > MOST_KEPT_BYTES) kept = [];
        else kept.push(piece);
        yield piece;
      }
    },
  };
}
