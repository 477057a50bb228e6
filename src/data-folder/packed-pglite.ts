import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The archive that the build makes. The path is the same from `src/` and from `dist/`. */
const PACKED = fileURLToPath(new URL('../../dist/pglite.tgz', import.meta.url));

/**
 * The path of an archive with a new data folder of PGlite, or null if the build has not made one. To unpack it takes a
 * third of the time that initdb takes.
 */
export function packedPglite(): string | null {
  return existsSync(PACKED) ? PACKED : null;
}
