import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const root = new URL('../../', import.meta.url);
const WEEK = 'scenarios/traces/office-week.jsonl';
const files = { [WEEK]: readFileSync(new URL(WEEK, root), 'utf8') };
const SMALL = ['--highest', '2'];

/** One line on standard error, without its name. */
const problemOf = ({ code, out, err }: Awaited<ReturnType<typeof run>>) => {
  expect([code, out]).toEqual([2, '']);
  return err.replace(/^tidemark: /, '').trimEnd();
};

describe('tidemark plan', () => {
  test('answers in text that fits 80 columns, the recommendation first', async () => {
    const { code, out, err } = await run(['plan', WEEK, ...SMALL], files);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^0\.25 to 2 CU, sleep after 5m: \$\d+\.\d\d a month\.$/);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out).toContain('Why this one:');
    expect(out).toContain('How sure: not enough data: 5 of 14 days, weekly pattern unknown.');
  });

  test('gives the same bytes from threads as from this one, and again', async () => {
    const args = ['plan', WEEK, ...SMALL, '--json'];
    const { out } = await run(args, files);
    const main = fileURLToPath(new URL('dist/cli/main.js', root));
    const built = execFileSync(process.execPath, [main, ...args], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    });
    expect(built).toBe(out);
    const document = JSON.parse(out);
    expect([document.schema, document.version, document.verdict]).toEqual(['tidemark/plan', 1, 'choose']);
    const { candidates, passedOver, frontier } = document;
    expect(candidates).toBeGreaterThan(passedOver);
    expect(frontier.length).toBeGreaterThan(2);
  });

  test('says what to change of what is set, and what that saves', async () => {
    const { out } = await run(['plan', WEEK, ...SMALL, '--current', '2, off'], files);
    expect(out).toMatch(
      /^Change to 0\.25 to 2 CU, sleep after 5m: \$\d+\.\d\d a month\. That is \$\d+\.\d\d less\nthan 2 CU, always on, which keeps them too\./,
    );
    const kept = await run(['plan', WEEK, ...SMALL, '--current', '0.25-2'], files);
    expect(kept.out).toMatch(/^Keep 0\.25 to 2 CU/);
  });

  test('judges the choice on what it has not seen', async () => {
    const { out } = await run(['plan', WEEK, ...SMALL, '--holdout', '30%'], files);
    expect(out.replaceAll(/\n */g, ' ')).toMatch(
      /How sure: not enough data: 3 of 14 days, weekly pattern unknown\. Held out: the 2\.8 days from 2026-03-05 on, which the plan has not seen, come to \$20\.66 a month, 63\.8% less than planned, and keep all promises\./,
    );
  });

  test('with promises that nothing keeps, the answer is no: exit code 1, and what would be enough', async () => {
    const { code, out, err } = await run(['plan', WEEK, ...SMALL, '--promise', 'budget=1'], files);
    expect(code).toBe(1);
    expect(err).toBe('tidemark: no setting keeps all promises\n');
    expect(out).toMatch(/^No setting keeps all promises\./);
    expect(out).toContain('One of these would be enough:');
  });

  test('a limit that what is set passes is exit code 1 with the reason', async () => {
    const args = ['plan', WEEK, ...SMALL, '--current', '2, off', '--fail-above'];
    const { code, err } = await run([...args, 'cost=50,cold-starts=20'], files);
    expect(code).toBe(1);
    expect(err).toMatch(/^tidemark: cost is 330\.\d+, above 50\n$/);
    expect((await run([...args, 'cost=500'], files)).code).toBe(0);
  });

  test('Ctrl-C prints the best so far, and says so', async () => {
    const { code, out, err } = await run(['plan', WEEK], files, { interruptAfter: 12 });
    expect(code).toBe(130);
    expect(out).toMatch(/^PARTIAL, the best so far: /);
    expect(err).toBe('tidemark: interrupted: the answer is partial\n');
  });

  test.each([
    [['--promise', 'trottled=1%'], '--promise: there is no promise "trottled"; did you mean throttled?'],
    [
      ['--promise', 'throttled=2'],
      '--promise throttled: found "2"; write a share such as 2% or 0.02, or off',
    ],
    [['--promise', 'delay-p95'], '--promise delay-p95: found ""; write a duration such as 200ms, or off'],
    [
      ['--current', 'large'],
      '--current: found "large"; write a setting such as "0.25-2, 5m" or "1, off, pooler"',
    ],
    [['--current', '0.25-3.5'], '--current: 3.5 CU is not a size; use 3 or 4'],
    [['--timeouts', '5'], '--timeouts: found "5"; write a duration with its unit such as 5m, or off'],
    [['--holdout', '100%'], '--holdout: found "100%"; write a share between 0 and 100%, such as 30%'],
    [['--worthwhile', 'much'], '--worthwhile: found "much"; write a share such as 10%'],
    [
      ['--fail-above', 'cost=x'],
      '--fail-above budget: found "x"; write an amount a month such as 50, or off',
    ],
    [
      ['--lowest', '4', '--highest', '2'],
      '--lowest, --highest, --only, --timeouts: no setting of the plan is left; allow more',
    ],
  ])('%j is a problem', async (args, message) => {
    expect(problemOf(await run(['plan', WEEK, ...args], files))).toBe(message);
  });

  test('a scenario of many computes is a problem', async () => {
    const name = 'scenarios/replicas.yaml';
    const scenario = { [name]: readFileSync(new URL(name, root), 'utf8') };
    expect(problemOf(await run(['plan', name], scenario))).toMatch(
      /^scenarios\/replicas\.yaml: it has \d+ computes; /,
    );
  });
});
