import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runFull as run, run as runShort } from './run.ts';

const shipped = (path: string) => readFileSync(new URL(`../../scenarios/${path}`, import.meta.url), 'utf8');
const WEEK = shipped('traces/office-week.jsonl');
const HISTORY = shipped('actuals/office-week-consumption.json');
const files = {
  'week.jsonl': WEEK,
  'consumption.json': HISTORY,
  'april.json': HISTORY.replaceAll('2026-03-0', '2026-04-0'),
  'bill.yaml': shipped('actuals/office-week-bill.yaml'),
  'settings.yaml': `configurations:
  - { from: 2026-03-01, configuration: "0.25-2, 5m" }
  - { from: 2026-03-05T12:00, configuration: "0.25-2, 30m" }
`,
  'wrong-settings.yaml': 'configurations:\n  - { from: 2026-03-01, configuration: "0.3-2, 5m" }\n',
  'sizes.csv': `time,size\n${Array.from(
    { length: 288 },
    (_, i) =>
      `${new Date(Date.UTC(2026, 2, 3) + i * 300_000).toISOString()},${i >= 96 && i < 240 ? 0.25 : 0}`,
  ).join('\n')}`,
  'cron.yaml': `why: A job every hour.
horizon: 2d
compute: { size: 1, suspendAfter: 5m }
demand: [{ kind: cron, at: "0 * * * *", query: { cpu: 1s } }]
`,
};
const CURRENT = ['--current', '0.25-2, 5m'];
const check = (...args: string[]) => run(['check', 'week.jsonl', ...args], files);
const document = async (...args: string[]) => JSON.parse((await check(...args, '--json')).out);

describe('tidemark check', () => {
  test('says first by how much the replay is off and why, in 80 columns', async () => {
    const { code, out, err } = await check(...CURRENT, '--actual', 'consumption.json');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^The replay predicts \d+\.\d+ CU-hours, 5\.2% less than the \d+\.\d+ metered\. The most\nlikely cause is another timeout: the compute slept after 30m\.\n/,
    );
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out).toContain('CU-hours by day');
    expect(out).toContain('CU-hours by hour of the day, Europe/Berlin');
    const markdown = await check(...CURRENT, '--actual', 'consumption.json', '--format', 'markdown');
    expect(markdown.out).toMatch(/^# The replay predicts /);
  });

  test('finds no error under the configurations that were really in force', async () => {
    const told = await document('--current', '0.25-2, 30m', '--actual', 'consumption.json');
    expect(told.schema).toBe('tidemark/check');
    expect(told.verdict).toBe('near');
    expect(Math.abs(told.total.error)).toBeLessThan(0.002);
  });

  test('compares the saving that a plan expected with the actual saving', async () => {
    // The configuration in force is the one that a plan without headroom recommends.
    const without = ['--objective', 'headroom=off'];
    const plan = await run(['plan', 'week.jsonl', '--current', '1-4, 5m', ...without, '--json'], files);
    const { recommendation, current } = JSON.parse(plan.out);
    const withPlan = { ...files, 'plan.json': plan.out };
    const asked = ['check', 'week.jsonl', '--actual', 'consumption.json', '--expected', 'plan.json'];
    const { code, out, err } = await run([...asked, ...CURRENT, '--json'], withPlan);
    expect([code, err]).toEqual([0, '']);
    const { saving, total } = JSON.parse(out);
    expect(saving.expected).toEqual({
      before: { configuration: current.configuration, perMonth: current.outcome.costPerMonth },
      after: { configuration: recommendation.configuration, perMonth: recommendation.outcome.costPerMonth },
    });
    expect(saving.after.cuHours).toBeCloseTo(total.actual, 9);
    // The demand that came is the demand that was planned for, so the previous configuration costs what the plan said.
    expect(saving.before.perMonth / current.outcome.costPerMonth).toBeCloseTo(1, 2);
    expect(saving.share).toBeCloseTo(
      (saving.before.perMonth - saving.after.perMonth) /
        (current.outcome.costPerMonth - recommendation.outcome.costPerMonth),
      9,
    );
    const text = await run([...asked, ...CURRENT], withPlan);
    expect(text.out).toMatch(/^Expected to save \$\d+\.\d\d a month; it saves \$\d+\.\d\d, \d\d% of that$/m);
    const other = await run([...asked, '--current', '0.25-4, 5m'], withPlan);
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining('the plan recommended 0.25 to 2 CU'),
    ]);
    const none = await run([...asked.slice(0, -1), 'bill.yaml', ...CURRENT], withPlan);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('it is not a plan')]);
  });

  test('replays configurations one after another', async () => {
    const [early, changed, late] = await Promise.all([
      document(...CURRENT, '--actual', 'consumption.json'),
      document('--history', 'settings.yaml', '--actual', 'consumption.json'),
      document('--current', '0.25-2, 30m', '--actual', 'consumption.json'),
    ]);
    const days = (one: { days: { predicted: number }[] }) => one.days.map(({ predicted }) => predicted);
    expect(days(changed).slice(0, 3)).toEqual(days(early).slice(0, 3));
    expect(days(changed).slice(4)).not.toEqual(days(early).slice(4));
    // From the day after the change on, it is as if it had been so all the time, except for random draws.
    days(changed)
      .slice(4)
      .forEach((hours, i) => {
        expect(hours).toBeCloseTo(days(late)[i + 4] as number, 1);
      });
    expect(changed.configurations.map(({ from }: { from: string }) => from)).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-03-05T11:00:00.000Z',
    ]);
  });

  test('keeps other items of a bill, and says first if compute is a small part of it', async () => {
    const args = [...CURRENT, '--actual', 'bill.yaml'];
    expect((await check(...args)).out).toMatch(
      /^Compute is 33\.8% of this bill: no configuration changes the rest\. /,
    );
    const { invoice, verdict } = await document(...args);
    const [month] = invoice.months;
    const items = month.items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(month.predictedTotal).toBeCloseTo(month.predictedCompute + items, 6);
    expect(month.billedTotal).toBeCloseTo(month.billedCompute + items, 6);
    expect(month.billedTotal).toBe(196.03);
    expect([verdict, invoice.currency, month.month]).toEqual(['near', 'USD', '2026-03']);
    const all = await document(...CURRENT, '--bill', '2026-03=43.43');
    expect(all.invoice.computeShare).toBe(1);
  });

  test('compares with the sizes of another trace, with wakes and suspends', async () => {
    const found = await document(...CURRENT, '--actual', 'sizes.csv', '--actual-map', 'capacityCu=size');
    expect(found.total.actual).toBe(3);
    expect([found.wakes.actual, found.suspends.actual]).toEqual([1, 1]);
    expect(found.sizes.map(({ actual }: { actual: number }) => actual)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(found.refused.actual).toBe(null);
  });

  test('takes a scenario, which has its own configuration', async () => {
    const args = ['check', 'cron.yaml', '--bill', '2026-03=30', '--json'];
    const { code, out } = await run(args, files);
    expect(code).toBe(0);
    const { configurations, why } = JSON.parse(out);
    expect(configurations).toEqual([
      {
        from: '2026-03-02T00:00:00.000Z',
        size: { minCu: 1, maxCu: 1 },
        suspendAfterMs: 300_000,
        route: 'direct',
        text: '1, 5m',
      },
    ]);
    expect(why).toBe('A job every hour.');
  });

  test.each([
    [
      'of another time',
      [...CURRENT, '--actual', 'april.json'],
      'april.json: it covers 2026-04-02T00:00Z to 2026-04-09T00:00Z, and the trace covers 2026-03-02T02:00Z to 2026-03-08T18:15Z; give records of 2026-03-02T02:00Z to 2026-03-08T18:15Z',
    ],
    [
      'of another project',
      [...CURRENT, '--actual', 'consumption.json', '--project', 'shop'],
      'consumption.json, --project: it belongs to quiet-office-38472106, not to shop; export the data of shop, or name one of these',
    ],
    [
      'a bill of another project',
      [...CURRENT, '--actual', 'bill.yaml', '--project', 'shop'],
      'bill.yaml:3, project: the bill covers quiet-office-38472106, not shop; give the bill of shop',
    ],
    [
      'in another currency',
      [...CURRENT, '--bill', '2026-03=38EUR'],
      '--bill: the bill is in EUR, and prices are in USD; give prices in EUR, or the bill in USD',
    ],
    [
      'nothing that happened',
      CURRENT,
      '--actual: there is no actual figure to compare it with; name consumption history, operations, sizes or a bill, or give --bill 2026-03=41.20',
    ],
    [
      'nothing that was in force',
      ['--actual', 'consumption.json'],
      'week.jsonl: a trace does not state which configuration was in force; give the current configuration, or a history if it changed\n' +
        "Try (if that was in force): tidemark check week.jsonl --actual consumption.json --current '0.25-2, 5m'",
    ],
    [
      'a size that is none',
      ['--history', 'wrong-settings.yaml', '--actual', 'consumption.json'],
      'wrong-settings.yaml:2, configurations[0].configuration: 0.3 CU is not a size; use 0.25 or 0.5',
    ],
    [
      'neither sizes nor starts',
      [...CURRENT, '--actual', 'week.jsonl'],
      'week.jsonl: it has no sizes, and no starts and suspends; give consumption history, operations or a bill, or say which column is the size with --actual-map capacityCu=FIELD',
    ],
    [
      'a flag for nothing',
      [...CURRENT, '--bill', '2026-03=1', '--project', 'shop'],
      '--project: it needs a file of records; name one with --actual, or leave it out',
    ],
    [
      'two bills',
      [...CURRENT, '--bill', '2026-03=1', '--actual', 'bill.yaml'],
      '--bill: bill.yaml is a bill too; give one of them',
    ],
    [
      'a field that is not there',
      [...CURRENT, '--actual', 'sizes.csv', '--actual-map', 'capacityCu=cu'],
      /--actual-map/,
    ],
  ])('%s is a problem', async (_, args, problem) => {
    const { code, out, err } = await runShort(['check', 'week.jsonl', ...args], files);
    expect([code, out]).toEqual([2, '']);
    if (typeof problem === 'string') expect(err).toBe(`tidemark: ${problem}\n`);
    else expect(err).toMatch(problem);
  });

  test('ends at Ctrl-C without an answer', async () => {
    const args = ['check', 'week.jsonl', ...CURRENT, '--actual', 'consumption.json'];
    const { code, out } = await run(args, files, { interruptAfter: 6 });
    expect([code, out]).toEqual([130, 'Interrupted: there is no answer.\n']);
  });
});

describe('background activity of a trace that is checked', () => {
  const MINUTES = 5;
  const TIMES = Array.from({ length: 2 * 288 }, (_, i) =>
    new Date(Date.UTC(2026, 2, 2) + i * MINUTES * 60_000).toISOString(),
  );
  const isWork = (i: number) => i % 288 >= 100 && i % 288 < 148;
  const table = (head: string, of: (i: number) => number) =>
    [`time,${head}`, ...TIMES.map((time, i) => `${time},${of(i)}`)].join('\n');
  const FLOORED = {
    'floored.csv': table('cpu_cores', (i) => 0.05 + (i % 7) / 1000 + (isWork(i) ? 0.1 : 0)),
    'slept.csv': table('size', (i) => (isWork(i) || isWork(i - 1) ? 0.25 : 0)),
    'awake.csv': table('size', () => 0.25),
  };
  const held = (actual: string, ...more: string[]) =>
    run(
      [
        'check',
        'floored.csv',
        '--current',
        '0.25, 5m',
        '--actual',
        actual,
        '--actual-map',
        'capacityCu=size',
        ...more,
      ],
      FLOORED,
    );

  test('is the likeliest cause if less time awake was metered than replayed', async () => {
    const { out } = await held('slept.csv');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      / more than the [\d.]+ metered\. The most likely cause is background activity: a floor of 0\.05 vCPU did not keep the compute awake\./,
    );
    expect(out).toContain('Plan without this background: --idle-below 0.06.');
    const { causes } = JSON.parse((await held('slept.csv', '--json')).out);
    expect(causes[0].hypothesis).toMatchObject({
      kind: 'background',
      was: 'absent',
      background: { kind: 'floor', idleBelow: 0.06 },
    });
    expect(Math.abs(causes[0].error)).toBeLessThan(0.02);
    // The flag has the effect that the cause says.
    const { verdict } = JSON.parse((await held('slept.csv', '--idle-below', '0.06', '--json')).out);
    expect(verdict).toBe('near');
  });

  test('is the likeliest cause of more time awake if it was left out', async () => {
    const { out } = await held('awake.csv', '--idle-below', '0.06');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      / less than the [\d.]+ metered\. The most likely cause is background activity: the load that --idle-below 0\.06 ignores kept the compute awake\./,
    );
    const { causes } = JSON.parse((await held('awake.csv', '--idle-below', '0.06', '--json')).out);
    expect(causes[0].hypothesis).toEqual({ kind: 'background', was: 'work', idleBelow: 0.06 });
  });

  test('is no cause if it kept the compute awake', async () => {
    const { causes, verdict } = JSON.parse((await held('awake.csv', '--json')).out);
    expect([verdict, causes]).toEqual(['near', []]);
  });
});

describe('a plan that is checked against what happened', () => {
  const FEW = ['--only', 'range', '--highest', '2', '--timeouts', '5m'];

  test('says on its first line by how much its replay is off', async () => {
    const args = ['plan', 'week.jsonl', ...CURRENT, '--actual', 'consumption.json', ...FEW];
    const { out } = await run(args, files);
    expect(out).toMatch(
      /^The replay predicts \d+\.\d+ CU-hours, 5\.2% less than the \d+\.\d+ metered\. The most\nlikely cause is /,
    );
    expect(out).not.toContain('not checked against your bill');
    const { checked } = JSON.parse((await run([...args, '--json'], files)).out);
    expect(checked.causes[0].hypothesis).toEqual({ kind: 'timeout', suspendAfterMs: 1_800_000 });
  });

  test('says that it is unchecked without records', async () => {
    const { out } = await run(['plan', 'week.jsonl', ...CURRENT, ...FEW], files);
    expect(out).toContain('- The replay is not checked against your bill: --actual or --bill');
  });
});
