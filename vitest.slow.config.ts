import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';
import { PATIENCE } from './test/patience.ts';
import { thoroughFiles } from './test/thorough-files.ts';

/** What takes minutes, and is no part of `npm test`: its properties again with more runs, and services killed often. */
export default defineConfig({
  test: {
    include: [
      'test/slow/**/*.test.ts',
      'test/project/documents.test.ts',
      'test/project/help.test.ts',
      ...thoroughFiles(),
    ],
    setupFiles: ['test/setup.ts'],
    env: { FC_RUNS: '1000' },
    ...PATIENCE,
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    // Each file that is loaded anew costs processor time, as vitest.config.ts says.
    isolate: false,
  },
});
