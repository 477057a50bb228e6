import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const oracleText = readFileSync(new URL('../compute/scaling/goal-oracle.json', import.meta.url), 'utf8');
const oracle = JSON.parse(oracleText) as {
  cpu: number;
  memory: number;
  lfc: number | null;
  goalQuarterCu: number;
}[];

describe('tidemark explain', () => {
  test('gives the answers of the oracle for its 200 cases', async () => {
    const { code, out } = await run(['explain', 'oracle.json', '--json'], { 'oracle.json': oracleText });
    expect(code).toBe(0);
    const { schema, samples: answers } = JSON.parse(out) as {
      schema: string;
      samples: Record<string, unknown>[];
    };
    expect(schema).toBe('tidemark/explanation');
    expect(answers.map(({ goalQuarterCu }) => goalQuarterCu)).toEqual(
      oracle.map((given) => given.goalQuarterCu),
    );
    answers.forEach((answer, i) => {
      const given = oracle[i] as (typeof oracle)[number];
      expect(Object.keys(answer)).toEqual([
        'cpu',
        'memory',
        'lfc',
        'goalQuarterCu',
        'goalCu',
        'boundBy',
        'incomplete',
      ]);
      expect(answer.goalCu).toBe(given.goalQuarterCu / 4);
      expect(answer.incomplete).toBe(given.lfc === null);
      expect(['cpu', 'memory', 'lfc']).toContain(answer.boundBy);
    });
  });

  test('limits the goal only if a range is given, and names the end that did it', async () => {
    const files = {
      's.json': '[{"load1":40,"load5":40,"memoryUsageBytes":1e9},{"load1":0,"load5":0,"memoryUsageBytes":0}]',
    };
    const bound = async (...args: string[]) =>
      JSON.parse((await run(['explain', 's.json', '--json', ...args], files)).out).samples.map(
        ({ goalCu, boundBy }: { goalCu: number; boundBy: string }) => [goalCu, boundBy],
      );
    expect(await bound()).toEqual([
      [44.5, 'cpu'],
      [0, 'cpu'],
    ]);
    expect(await bound('--min', '0.5', '--max', '8')).toEqual([
      [8, 'max'],
      [0.5, 'min'],
    ]);
  });

  test('has null for a missing metric, and no goal without any metric', async () => {
    const { out } = await run(['explain', '-', '--json'], { '-': '[{"load1":1,"load5":1},{}]' });
    expect(JSON.parse(out).samples).toEqual([
      {
        cpu: 4.444444444444445,
        memory: null,
        lfc: null,
        goalQuarterCu: 4,
        goalCu: 1,
        boundBy: 'cpu',
        incomplete: true,
      },
      {
        cpu: null,
        memory: null,
        lfc: null,
        goalQuarterCu: null,
        goalCu: null,
        boundBy: null,
        incomplete: true,
      },
    ]);
  });

  test('answers in sentences without --json', async () => {
    const files = { 's.json': '[{"load1":40,"load5":40,"memoryUsageBytes":1e9,"workingSetPages":[]},{}]' };
    const { out } = await run(['explain', 's.json', '--min', '0.25', '--max', '4'], files);
    expect(out).toBe(
      [
        'Sample 1: 4 CU, the maximum; CPU load asks for 44.5 CU.',
        '  - CPU load: 177.78 quarters of a CU, rounded to 44.5 CU',
        '  - memory: 1.24 quarters of a CU, rounded up to 0.5 CU',
        '  - the working set: 0 quarters of a CU, rounded up to 0 CU',
        '',
        'Sample 2: no goal, because there are no metrics. The size stays the same.',
        '  - CPU load: not known',
        '  - memory: not known',
        '  - the working set: not known',
        '',
      ].join('\n'),
    );
  });
});
