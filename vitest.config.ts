import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';
import { PATIENCE } from './test/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    // Commands as people type them and pages in a browser take minutes. `npm run test:slow` and `test:browser` have them.
    exclude: [
      'test/slow/**',
      'test/site/**',
      'test/**/{browser,grid-browser}.test.ts',
      'test/project/documents.test.ts',
      'test/project/help.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    // By default one core is left free; most of the suite is arithmetic, and the machine has nothing better to do.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    // What is loaded keeps nothing of the tests before, and loading it anew for each file takes as long as its tests.
    isolate: false,
    // V8 does not compile WebAssembly again for speed: a PGlite of a test ends before that pays, and starts in half the time.
    execArgv: ['--liftoff-only'],
    ...PATIENCE,
  },
});
