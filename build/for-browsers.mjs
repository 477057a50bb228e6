import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Options of rolldown for code that runs in a browser.
 * @type {import('rolldown').InputOptions}
 */
export const forBrowsers = {
  cwd: root,
  platform: 'browser',
  treeshake: { moduleSideEffects: false },
  tsconfig: 'tsconfig.json',
  resolve: {
    // The two modules that need Node. `imports` in package.json could not choose their substitutes, because Node
    // cannot run the TypeScript behind them, and the bench runs the sources as tsc compiles them.
    alias: {
      [`${root}src/trace/gzip/gunzip.ts`]: `${root}src/trace/gzip/gunzip-in-browser.ts`,
      [`${root}src/library/node/world.ts`]: `${root}src/library/asking/world-in-browser.ts`,
    },
  },
};
