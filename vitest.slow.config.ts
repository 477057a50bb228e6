import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** What takes minutes, and is no part of `npm test`: its properties again with more runs, and services killed often. */
export default defineConfig({
  test: {
    include: [
      'test/slow/**/*.test.ts',
      'test/{facts,compute,compute/scaling,workload,trace}/*.test.ts',
      'test/project/documents.test.ts',
      'test/project/help.test.ts',
      'test/scenario/documents.test.ts',
      'test/simulator/{agenda,cpu}.test.ts',
      'test/gateway/{pooled-statements,wire/frames}.test.ts',
      ...withRunsOfTheirOwn(),
    ],
    setupFiles: ['test/setup.ts'],
    env: { FC_RUNS: '1000' },
    testTimeout: 300_000,
    maxWorkers: '100%',
    // Each file that is loaded anew costs processor time, as vitest.config.ts says.
    isolate: false,
  },
});

/** The files with a property that `npm test` tries less often: they have its number of runs from `test/runs.ts`. */
function withRunsOfTheirOwn(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((name) => /^import \{ runs \} from/m.test(readFileSync(name, 'utf8')));
}
