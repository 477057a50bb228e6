// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { namedFileErrors } from './file-errors.mjs';

/**
 * A file system for PGlite whose files only their owner can read. PGlite itself ignores the umask of the process, and
 * unpacks files with all rights for everybody.
 *
 * It is JavaScript, because the threads of databases need it too, and Node starts those from files.
 */
export class OwnerFiles extends NodeFS {
  /**
   * The error of the first call that found the disk full. PostgreSQL only logs it and aborts.
   *
   * @type {unknown}
   */
  diskFull = null;

  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    // The claim protects the folder, not this file. PostgreSQL would refuse one that a full disk has left empty.
    rmSync(join(this.rootDir, 'postmaster.pid'), { force: true });
    const made = await super.init(pg, options);
    const { preRun = [] } = made.emscriptenOpts;
    const watched = (/** @type {any} */ module) => this.watch(module);
    return {
      emscriptenOpts: {
        ...made.emscriptenOpts,
        preRun: [ownerOnly, namedFileErrors, watched, ...[preRun].flat()],
      },
    };
  }

  /** @param {any} module */
  watch({ FS }) {
    for (const name of ['write', 'open', 'mkdir', 'rename']) {
      const call = FS[name];
      FS[name] = (/** @type {unknown[]} */ ...given) => {
        try {
          return call.apply(FS, given);
        } catch (error) {
          const { code } = /** @type {{ code?: string }} */ (error);
          if (code === 'ENOSPC' || code === 'EDQUOT') this.diskFull ??= error;
          throw error;
        }
      };
    }
  }
}

/** @param {any} module */
function ownerOnly({ FS }) {
  const { chmod, mknod } = FS;
  FS.chmod = (/** @type {[unknown, number, boolean]} */ ...[path, mode, isLink]) =>
    chmod.call(FS, path, mode & ~OTHERS, isLink);
  FS.mknod = (/** @type {[unknown, number, number]} */ ...[path, mode, device]) =>
    mknod.call(FS, path, mode & ~OTHERS, device);
}

const OTHERS = 0o077;
