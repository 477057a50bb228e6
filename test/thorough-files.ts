import { readdirSync, readFileSync } from 'node:fs';

/** The files that `npm test` and `npm run test:slow` both run, the latter with more cases of each property. */
export function thoroughFiles(): string[] {
  return [
    'test/{facts,compute,compute/scaling,workload,trace}/*.test.ts',
    'test/scenario/documents.test.ts',
    'test/simulator/{agenda,cpu}.test.ts',
    'test/gateway/{pooled-statements,wire/frames}.test.ts',
    ...withTwoNumbersOfRuns(),
  ];
}

/** The files with a property that has its number of runs from `test/runs.ts`. */
function withTwoNumbersOfRuns(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((name) => /^import \{ runs \} from/m.test(readFileSync(name, 'utf8')));
}
