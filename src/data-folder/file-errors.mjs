// @ts-check
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';

/**
 * Gives errors of PGlite's file system a code and a message, like those of Node. Without it, they only have an error
 * number of WASI, and are no errors of JavaScript.
 *
 * @param {any} module
 */
export function namedFileErrors({ FS }) {
  Object.defineProperties(FS.ErrnoError.prototype, {
    code: {
      /** @this {{ errno: number }} */
      get() {
        return NAMES.get(this.errno) ?? `errno ${this.errno}`;
      },
    },
    message: {
      /** @this {{ code: string }} */
      get() {
        const number = /** @type {Record<string, number>} */ (constants.errno)[this.code];
        const [, words] = getSystemErrorMap().get(-(number ?? 0)) ?? [];
        return words === undefined ? this.code : `${this.code}: ${words}`;
      },
    },
  });
}

const NAMES = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [22, 'EFBIG'],
  [29, 'EIO'],
  [33, 'EMFILE'],
  [44, 'ENOENT'],
  [51, 'ENOSPC'],
  [63, 'EPERM'],
  [69, 'EROFS'],
]);
