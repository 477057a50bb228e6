import { defineConfig } from 'vitest/config';

/** What takes minutes, and is no part of `npm test`: its properties again with more runs, and services killed often. */
export default defineConfig({
  test: {
    include: [
      'test/slow/**/*.test.ts',
      'test/{facts,compute,compute/scaling,workload,trace}/*.test.ts',
      'test/simulator/{laws,agenda,cpu,timer-only-jobs,load-fast-path}.test.ts',
      'test/project/documents.test.ts',
      'test/project/help.test.ts',
      'test/scenario/documents.test.ts',
      'test/cli/sensitivity.test.ts',
      'test/service/{simulator-equality,visit-equality,restart,model}.test.ts',
      'test/gateway/{simulator-equality,pooled-statements,wire/frames}.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    env: { FC_RUNS: '1000' },
    testTimeout: 300_000,
    maxWorkers: '100%',
    // Each file that is loaded anew costs processor time, as vitest.config.ts says.
    isolate: false,
  },
});
