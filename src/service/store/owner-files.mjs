// @ts-check
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
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const made = await super.init(pg, options);
    const { preRun = [] } = made.emscriptenOpts;
    return {
      emscriptenOpts: { ...made.emscriptenOpts, preRun: [ownerOnly, namedFileErrors, ...[preRun].flat()] },
    };
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
