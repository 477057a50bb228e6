import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the build has packed: the same place from the sources and from what is built of them. */
const PACKED = fileURLToPath(new URL('../../dist/pglite.tgz', import.meta.url));

/** Where a first data folder of PGlite lies packed: unpacking takes a third of making one. null where nothing was built. */
export function packedPglite(): string | null {
  return existsSync(PACKED) ? PACKED : null;
}
