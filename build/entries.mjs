/** The modules of `src/library/` that users import. `exports` in package.json lists all of them. */
export const NODE_ENTRIES = ['tidemark', 'trace', 'pictures', 'service'];

/** The module for browsers. */
export const BROWSER_ENTRY = 'browser';
