import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/facts/index.ts';
import { interruptedOnce, runFull as run } from './run.ts';

const root = new URL('../../', import.meta.url);
const WEEK = 'scenarios/traces/office-week.jsonl';
const files = { [WEEK]: readFileSync(new URL(WEEK, root), 'utf8') };
const SMALL = ['--highest', '3'];

/** Two weeks with a constant demand of 0.8 vCPU and a constant number of queries. */
const STEADY = 'steady.csv';
const steady = [
  'time,cpu,queries',
  ...Array.from({ length: 14 * 24 }, (_, hour) => {
    const time = new Date(Date.UTC(2026, 2, 2, hour)).toISOString();
    return `${time},0.8,288000`;
  }),
].join('\n');

interface Listed {
  readonly name: string;
  readonly recommendation: { readonly configuration: { readonly size: { readonly maxCu: number } } };
  readonly options: readonly { readonly assumption: string; readonly value: string }[];
}

/** The single line on standard error, without the name of the program. */
const problemOf = ({ code, out, err }: Awaited<ReturnType<typeof run>>) => {
  expect([code, out]).toEqual([2, '']);
  return err.replace(/^tidemark: /, '').trimEnd();
};

describe('tidemark plan', () => {
  test('answers in text that fits 80 columns, the recommendation first', async () => {
    const { code, out, err } = await run(['plan', WEEK, ...SMALL], files);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^0\.25 to 3 CU, sleep after 5m: \$\d+\.\d\d a month\.$/);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out).toContain('Why this configuration:');
    expect(out).toContain('Confidence: low. The data cover 5 full days; weekly patterns need 14.');
  });

  test('gives the same bytes again, in a process of the built command', async () => {
    const args = ['plan', WEEK, ...SMALL, '--json'];
    const { out } = await run(args, files);
    const main = fileURLToPath(new URL('dist/cli/main.js', root));
    const built = execFileSync(process.execPath, [main, ...args], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    });
    expect(built).toBe(out);
    const document = JSON.parse(out);
    expect([document.schema, document.version, document.verdict]).toEqual(['tidemark/plan', 3, 'choose']);
    const { candidates, passedOver, frontier } = document;
    expect(candidates).toBeGreaterThan(passedOver);
    expect(frontier.length).toBeGreaterThan(2);
  });

  test('says what to change of the current configuration, and what that saves', async () => {
    const { out } = await run(['plan', WEEK, ...SMALL, '--current', '3, off'], files);
    expect(out).toMatch(
      /^Change to 0\.25 to 3 CU, sleep after 5m: \$\d+\.\d\d a month\.\nYou pay \$\d+\.\d\d a month today with 3 CU, always on, so this saves\s\$\d+\.\d\d\sa\smonth\s\(\d+%\)\.\sBoth\smeet\sall\sobjectives\./,
    );
    const kept = await run(['plan', WEEK, ...SMALL, '--current', '0.25-4'], files);
    expect(kept.out).toMatch(/^Keep 0\.25 to 4 CU/);
    // The current configuration meets them, but not with headroom.
    const tight = await run(['plan', WEEK, ...SMALL, '--current', '0.25-2'], files);
    expect(tight.out).toMatch(
      /^Change to 0\.25 to 3 CU, [\s\S]*breaks\s+delay-p99\s+4\.48 s, above 2 s,\s[\s\S]*, with 20% more\s+demand\./,
    );
  });

  test('judges the recommendation on the time that it has not seen', async () => {
    const { out } = await run(['plan', WEEK, ...SMALL, '--holdout', '30%'], files);
    expect(out.replaceAll(/\n */g, ' ')).toMatch(
      /Confidence: low\. The data cover 3 full days; weekly patterns need 14\. Held out: over the 2\.8 days from 2026-03-05 on, which the plan did not use, the recommendation costs \$32\.60 a month, 64\.4% less than planned, and meets all objectives\./,
    );
  });

  test('exits with 1 if every configuration breaks an objective, and says what would be enough', async () => {
    const { code, out, err } = await run(['plan', WEEK, ...SMALL, '--objective', 'budget=1'], files);
    expect(code).toBe(1);
    expect(err).toBe('tidemark: no configuration meets all objectives\n');
    expect(out).toMatch(/^No configuration meets all objectives\./);
    expect(out).toContain('One of these would be enough:');
  });

  test('exits with 1 and the reason if the current configuration exceeds a limit', async () => {
    const args = ['plan', WEEK, ...SMALL, '--current', '2, off', '--fail-above'];
    const { code, err } = await run([...args, 'cost=50,cold-starts=20'], files);
    expect(code).toBe(1);
    expect(err).toMatch(/^tidemark: cost is \$330\.\d\d, above \$50\.00\n$/);
    expect((await run([...args, 'cost=500'], files)).code).toBe(0);
  });

  test('prints the best so far after Ctrl-C, and says so', async () => {
    const { code, out, err } = await run(['plan', WEEK], files, { interruptAfter: 40 });
    expect(code).toBe(130);
    expect(out).toMatch(/^PARTIAL, the best so far: /);
    expect(err).toBe('tidemark: interrupted: the answer is partial\n');
  });

  test('prints the plan after Ctrl-C during the sensitivity, and the assumptions tried by then', async () => {
    const { code, out } = await interruptedOnce(
      (ran) => !/^PARTIAL(?:, the best so far|: no configuration)/.test(ran.out),
      (looks) => run(['plan', WEEK], files, { interruptAfter: looks }),
    );
    expect(code).toBe(130);
    expect(out.replaceAll('\n', ' ')).toMatch(
      /^PARTIAL, interrupted while other assumptions were tried: 0\.25 to 3 CU, sleep after 5m: /,
    );
    expect(out).toContain('  - Interrupted: other assumptions have not been tried.');
  });

  test('says first which assumptions would change the recommendation, and how to set them', async () => {
    const evenly = ['--assume', 'random-arrivals=no', '--objective', 'throttled=0.5%'];
    const { out } = await run(['plan', WEEK, ...SMALL, ...evenly], files);
    expect(out.replaceAll('\n', ' ')).toMatch(
      /^2 to 3 CU, sleep after 5m: \$128\.15 a month\. The trace covers 5 full days; weekly patterns need 14\. If queries of a load came at random, the recommendation would be 0\.25 to 3 CU, sleep after 5m, at \$66\.82 a month; this one would cost \$129\.15\. If a query took 29\.85 ms of CPU instead of 119\.39 ms, the recommendation would be 0\.25 to 3 CU, always on, at \$68\.98 a month; this one would cost \$128\.15\./,
    );
    const list = out.split('Sensitivity: the plan at both ends of each assumption:\n')[1] ?? '';
    const items = (list.split('\n\n')[0] ?? '').split(/^ {2}- /m).slice(1);
    expect(items.map((item) => item.split(' (')[0])).toEqual([
      'Arrivals of a load',
      'CPU of a query',
      'Price of a CU-hour',
      'Time of a start',
      'Not sensitive to: Most active queries at once; Connections; Bursts of sizes\n    below 1 CU.',
    ]);
  });

  test('says which assumption would make it cheaper, and is cheaper when that is set', async () => {
    const { out } = await run(['plan', STEADY], { [STEADY]: steady });
    expect(out).toMatch(/^0\.25 to 1 CU, sleep after 5m: \$165\.17 a month\.\n/);
    expect(out.replaceAll(/\n +/g, ' ')).toContain(
      'Cheaper if one of these assumptions holds: - 0.25 CU, sleep after 5m, at $41.29 a month, $123.87 less, if sizes below 1 CU burst. Measure it (whether a query that takes a processor for ten minutes gets all of it at 0.25 CU), or state it: --assume burst=yes.',
    );
    const told = await run(['plan', STEADY, '--assume', 'burst=yes'], { [STEADY]: steady });
    expect(told.out).toMatch(/^0\.25 CU, sleep after 5m: \$41\.29 a month\.\n/);
    expect(told.out).not.toContain('burst=yes');
  });

  test('says the same for a list of databases, each with its own assumptions', async () => {
    const list = (assume: object) => ({
      [STEADY]: steady,
      'list.yaml': JSON.stringify({
        databases: [
          { name: 'one', file: STEADY, current: '1, off' },
          { name: 'two', file: STEADY, current: '1, off', ...assume },
        ],
      }),
    });
    const planned = async (files: Readonly<Record<string, string>>) => {
      const { out } = await run(['plan', 'list.yaml', '--json'], files);
      return JSON.parse(out).databases.map((one: Listed) => [
        one.name,
        one.recommendation.configuration.size.maxCu,
        one.options.map(({ assumption, value }) => `${assumption}=${value}`),
      ]);
    };
    const unknown = ['one', 1, ['burst=yes']];
    expect(await planned(list({}))).toEqual([unknown, ['two', 1, ['burst=yes']]]);
    const told = [['two', 0.25, []], unknown];
    expect(await planned(list({ assume: { burst: 'yes' } }))).toEqual(told);
    expect(await planned(list({ assume: ['burst=yes'] }))).toEqual(told);
    const { out } = await run(['plan', 'list.yaml'], list({}));
    expect(out.replaceAll(/\n +/g, ' ')).toContain(
      '- $247.75 a month in 2 databases, if sizes below 1 CU burst: --assume burst=yes.',
    );
  });

  test.each([
    [['--assume', 'brust=yes'], '--assume: there is no assumption "brust"; did you mean burst?'],
    [['--assume', 'burst=maybe'], '--assume burst: found "maybe"; write yes or no, such as burst=no'],
    [['--assume', 'burst'], '--assume burst: found ""; write yes or no, such as burst=no'],
    [
      ['--assume', 'connections=2.5'],
      '--assume connections: found "2.5"; write a whole number up to 100000, such as connections=50',
    ],
    [
      ['--assume', 'concurrency=many'],
      '--assume concurrency: found "many"; write queries from 0.1 to 100000, or none for no limit, such as concurrency=20',
    ],
    [
      ['--assume', 'start=600ms/300ms'],
      '--assume start: found "600ms/300ms"; write stated, measured, a duration, or median/p95, such as start=measured',
    ],
    [['--assume', 'skew=1'], '--assume skew: found "1"; write a skew from 0 to 0.99, such as skew=0.5'],
    [
      ['--assume', 'cpu-per-query=5ms'],
      '--assume: CPU of a query has a flag of its own; use --cpu-per-query, or cpuPerQuery of the load',
    ],
    [
      ['--objective', 'trottled=1%'],
      '--objective: there is no objective "trottled"; did you mean throttled?',
    ],
    [
      ['--objective', 'throttled=2'],
      '--objective throttled: found "2"; write a share such as 2% or 0.02, or off',
    ],
    [['--objective', 'delay-p95'], '--objective delay-p95: found ""; write a duration such as 200ms, or off'],
    [
      ['--current', 'large'],
      '--current: found "large"; write a configuration such as "0.25-2, 5m" or "1, off, pooler"',
    ],
    [['--current', '0.25-3.5'], '--current: 3.5 CU is not a size; use 3 or 4'],
    [['--timeouts', '5'], '--timeouts: found "5"; write a duration with its unit such as 5m, or off'],
    [['--holdout', '100%'], '--holdout: found "100%"; write a share between 0 and 100%, such as 30%'],
    [
      ['--growth', 'much'],
      '--growth: found "much"; write -99% to 1000% per week, month or year, such as 20%/month',
    ],
    [
      ['--growth', '-100%/month'],
      '--growth: found "-100%/month"; write -99% to 1000% per week, month or year, such as 20%/month',
    ],
    [
      ['--growth', '20%/month', '--horizon', '90s'],
      '--horizon: found "90s"; write weeks, months or years such as 26w, 6m or 1y, five years at most',
    ],
    [
      ['--growth', '20%/month', '--horizon', '6y'],
      '--horizon: found "6y"; write weeks, months or years such as 26w, 6m or 1y, five years at most',
    ],
    [
      ['--growth', '100%/month', '--horizon', '1y'],
      '--growth, --horizon: demand would end at 4100 times that of today; stay between a 1000th of it and 1000 times it: name a shorter horizon or less growth',
    ],
    [
      ['--horizon', '6m'],
      '--horizon: there is no growth; state it with --growth, such as 20%/month, or leave it out',
    ],
    [
      ['--hours', '17-9'],
      '--hours: found "17-9"; write days and hours such as mon-fri 09:00-18:00, the second time later than the first',
    ],
    [
      ['--delayed-over', '2'],
      '--delayed-over: found "2"; write a duration with its unit, such as 250ms, 90s, 5m, 2h or 7d, ten years at most',
    ],
    [
      ['--objective', 'cold-starts-in-hour=2'],
      '--objective: there is no objective "cold-starts-in-hour"; did you mean cold-starts-in-hours?',
    ],
    [['--worthwhile', 'much'], '--worthwhile: found "much"; write a share such as 10%'],
    [
      ['--fail-above', 'cost=x'],
      '--fail-above budget: found "x"; write an amount a month such as 50, or off',
    ],
    [
      ['--fail-above', 'headroom=10%'],
      '--fail-above headroom: the run of a configuration does not show its headroom; leave it out; tidemark plan holds its recommendation to --objective headroom=20%',
    ],
    [
      ['--lowest', '4', '--highest', '2'],
      '--lowest, --highest, --only, --timeouts: the flags leave no configuration to choose from; allow more of them',
    ],
  ])('%j is a problem', async (args, message) => {
    expect(problemOf(await run(['plan', WEEK, ...args], files))).toBe(message);
  });

  test('makes no plan of a trace without values', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `2026-03-02T00:${String(i).padStart(2, '0')}:00Z,`);
    const { code, err } = await run(['plan', 'empty.csv', '--map', 'cpu=cpu:vcpu'], {
      'empty.csv': ['time,cpu', ...rows].join('\n'),
    });
    expect([code, err]).toEqual([2, expect.stringContaining('none of its samples has a value')]);
  });

  test('plans for growing demand: how long the recommendation lasts, what comes then, and what it costs', async () => {
    const grow = [...SMALL, '--timeouts', '5m', '--growth', '20%/month', '--horizon', '3m'];
    const { code, out } = await run(['plan', WEEK, ...grow], files);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out.replaceAll(/\n */g, ' ')).toMatch(
      /Growth: with 20% more demand each month, today's recommendation first breaks an objective in 2026-06, at 1\.73 times the demand: delay-p99 44\.03 s, above 2 s, mostly from 10:00 to 11:00, with 20% more demand\./,
    );
    const { growthPlan } = JSON.parse((await run(['plan', WEEK, ...grow, '--json'], files)).out);
    expect(growthPlan).toMatchObject({ perMonth: 0.2, months: 3, now: '2026-03', isWhole: true });
    expect(growthPlan.planned).toHaveLength(3);
    const weekly = [...grow.slice(0, -3), '-5%/week', '--horizon', '5w', '--assume', 'burst=yes', '--json'];
    const shrunk = JSON.parse((await run(['plan', WEEK, ...weekly], files)).out).growthPlan;
    expect(shrunk.planned.map(({ month }: { month: string }) => month)).toEqual(['2026-04', '2026-05']);
    expect([shrunk.breaks, shrunk.perMonth]).toEqual([null, 0.95 ** (31 / 7) - 1]);
  });

  test('bounds cold starts in some hours', async () => {
    const hours = ['--hours', 'mon-fri 9-17:30', '--delayed-over', '2s', '--timeouts', '5m,off'];
    const expected = ['--objective', 'cold-starts-in-hours=0', '--objective', 'delayed-over=3'];
    const { out } = await run(['plan', WEEK, ...SMALL, ...hours, ...expected], files);
    expect(out).toMatch(
      /^cold-starts-in-hours +[\d.]+ a day +at most 0 a day, mon-fri +measured\n +09:00-17:30$/m,
    );
    expect(out).toMatch(/^delayed-over +not measured +at most 3 a day, by more than 2 s +unknown$/m);
    const json = await run(['plan', WEEK, ...SMALL, ...hours, '--json'], files);
    expect(JSON.parse(json.out).counted).toEqual({
      hours: { days: [1, 2, 3, 4, 5], fromMs: 9 * HOUR_MS, toMs: 17.5 * HOUR_MS },
      delayedOverMs: 2000,
    });
  });

  test('says when the current configuration breaks its objectives', async () => {
    const { out } = await run(['plan', WEEK, ...SMALL, '--current', '0.25, 5m', '--json'], files);
    const { current, recommendation, frontier, growthPlan } = JSON.parse(out);
    expect(growthPlan).toBe(null);
    expect(current.broken.map(({ objective }: { objective: string }) => objective)).toContain('throttled');
    for (const { when } of current.broken)
      expect(when).toEqual({
        firstMs: null,
        worst: { fromMs: expect.any(Number), untilMs: expect.any(Number), share: expect.any(Number) },
        daily: { hour: expect.any(Number), share: expect.any(Number) },
      });
    expect(recommendation.broken).toEqual([]);
    for (const { broken } of frontier) for (const one of broken) expect(one).not.toHaveProperty('when');
  });
});
