import { problem } from '../../problem/index.ts';

/**
 * Takes the place of `gunzip.ts` in a browser, and unpacks a gzip file piece by piece. A browser refuses bytes after
 * the first member of a file and does not tell where the next one begins. So it cannot read concatenated files and
 * recordings of `trace record`, which Node reads. Its errors do not tell such a file from a truncated or damaged one.
 */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  let sourceError: unknown = null;
  const packed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        sourceError = error;
        throw error;
      }
    },
    async cancel() {
      await source.return?.();
    },
  });
  const unpacked = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let next = await unpacked.read(); !next.done; next = await unpacked.read()) yield next.value;
  } catch (error) {
    if (error === sourceError) throw error;
    throw problem(
      { file },
      'the browser cannot unpack this gzip file: it is truncated or damaged, or several files joined',
      'unpack it first, or copy it again',
    );
  } finally {
    await unpacked.cancel().catch(() => {});
  }
}

/** Pages of Parquet are unpacked by the library itself. */
export const PAGE_DECOMPRESSORS = {};
