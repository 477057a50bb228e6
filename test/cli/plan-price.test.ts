import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AS_ASKED, runFull as run } from './run.ts';

const root = new URL('../../', import.meta.url);
const shipped = (file: string) => ({ [file]: readFileSync(new URL(file, root), 'utf8') });

/** Two days of five-minute samples: 12.5 vCPU for two hours a day, and a little otherwise. */
const BURST = [
  'time,CPU (vCPU)',
  ...Array.from({ length: 2 * 288 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000);
    return `${time.toISOString()},${time.getUTCHours() === 9 || time.getUTCHours() === 10 ? 12.5 : 0.1}`;
  }),
].join('\n');
const files = { 'burst.csv': BURST };
const words = (out: string) => out.replaceAll(/\n */g, ' ');

describe('what decides the price of a plan', () => {
  test('a rule that the fact set leaves open is named with its price', async () => {
    const asked = ['plan', 'burst.csv', ...AS_ASKED];
    const { out } = await run([...asked, '--facts', 'spec'], files);
    expect(out).toMatch(/^5 to 13 CU, sleep after 5m: \$\d+\.\d\d a month\.\n/);
    expect(words(out)).toMatch(
      /About the price: - 0\.25 to 13 CU, sleep after 5m, would be cheaper \(\$2\d\d\.\d\d a month\), but a range may span at most 8 CU \(public documentation of 2026-08-26\)\./,
    );
    const { ruledOut } = JSON.parse((await run([...asked, '--facts', 'spec', '--json'], files)).out);
    expect([ruledOut.configuration.size, ruledOut.rules[0].value]).toEqual([{ minCu: 0.25, maxCu: 13 }, 8]);
    for (const stating of [[], ['--facts', '2026-08']])
      expect((await run([...asked, ...stating], files)).out).not.toContain('at most 8 CU');
  });

  test('such a range is still accepted as the current configuration, and kept', async () => {
    const { code, out } = await run(
      ['plan', 'burst.csv', ...AS_ASKED, '--facts', 'spec', '--current', '0.25-13, 5m'],
      files,
    );
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^Keep 0\.25 to 13 CU, sleep after 5m: \$/),
    ]);
    expect(words(out)).toMatch(
      /the service may refuse it after a change: a range spans 8 CU at most in the fact set 2026-11, not 12\.75\. The nearest allowed one, 5 to 13 CU, sleep after 5m, costs \$\d+\.\d\d a month\./,
    );
  });

  test('a recommendation that only a fact set of your own allows is marked, with the nearest allowed one', async () => {
    const own = { ...files, ...shipped('scenarios/facts/contract.yaml') };
    const args = ['plan', 'burst.csv', ...AS_ASKED, '--facts', 'scenarios/facts/contract.yaml'];
    const { refused, recommendation } = JSON.parse((await run([...args, '--json'], own)).out);
    expect(recommendation.configuration.size).toEqual({ minCu: 1, maxCu: 13 });
    expect([refused.facts, refused.reasons]).toEqual([
      '2026-11',
      ['a range spans 8 CU at most in the fact set 2026-11, not 12'],
    ]);
    expect(refused.nearest.configuration.size).toEqual({ minCu: 5, maxCu: 13 });
    expect(refused.nearest.outcome.costPerMonth).toBeGreaterThan(recommendation.outcome.costPerMonth);
    expect(words((await run(args, own)).out)).toContain(
      'The service may refuse the recommendation: a range spans',
    );
  });

  test('a configuration that costs little more and carries far more demand is named', async () => {
    const file = 'scenarios/traces/office-week.jsonl';
    const { out } = await run(['plan', file, '--timeouts', '5m'], shipped(file));
    expect(words(out)).toMatch(
      /For the same money, 0\.25 to \d CU, sleep after 5m meets all objectives at \d times the demand, and the recommendation at 1\.\d+ times\./,
    );
    const { knee, recommendation, growth } = JSON.parse(
      (await run(['plan', file, '--timeouts', '5m', '--json'], shipped(file))).out,
    );
    expect(knee.keptAt).toBeGreaterThanOrEqual(1.5 * growth.keptAt);
    expect(knee.morePerMonth).toBeCloseTo(knee.outcome.costPerMonth - recommendation.outcome.costPerMonth, 9);
    expect(knee.morePerMonth).toBeLessThanOrEqual(1);
  });

  test('an objective that costs much by itself is named with how often it matters', async () => {
    const file = 'scenarios/move-to-branch.yaml';
    const { out } = await run(
      [
        'plan',
        file,
        '--highest',
        '2',
        '--timeouts',
        '5m',
        '--no-pooler',
        '--assume',
        'burst=yes',
        '--assume',
        'skew=0.5',
        '--objective',
        'headroom=off',
      ],
      shipped(file),
    );
    expect(words(out)).toMatch(
      /cache-hits alone costs \$\d\d\.\d\d a month: 0\.25 CU, sleep after 5m, at \$41\.29, breaks only that one, in \d+ of \d+ busy minutes \(cache-hits 8\d\.\d%, below 90%\)\./,
    );
  });
});
