import { readFile } from 'node:fs/promises';

/** What the build has packed: the same place from the sources and from what is built of them. */
const PACKED = new URL('../../../dist/pglite.tgz', import.meta.url);

/** A first data folder of PGlite, packed: unpacking takes a third of making one. null where nothing was built. */
export async function packedPglite(): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(PACKED));
  } catch {
    return null;
  }
}
