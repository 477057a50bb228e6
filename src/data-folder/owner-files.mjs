// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { namedFileErrors } from './file-errors.mjs';

/**
 * The folder of a PGlite whose files are for their owner alone. By itself PGlite gives a file the rights that it was
 * made with, whatever the process allows, and unpacks with all rights for everybody.
 *
 * It is JavaScript, for the threads of databases need it too, and Node starts those from files.
 */
export class OwnerFiles extends NodeFS {
  /**
   * The error of the first call that found the disk full. PostgreSQL tells it to its log and aborts.
   *
   * @type {unknown}
   */
  diskFull = null;

  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    // A claim keeps others from the folder, not this file. PostgreSQL would refuse one that a full disk has left empty.
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
