import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

/** Days of half-hour samples with this demand from 9 to 12. The second half of the days has `times` as much. */
const table = (days: number, vcpu: number, times = 1) =>
  [
    'time,cpu',
    ...Array.from({ length: days * 48 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 1_800_000).toISOString();
      const isBusy = i % 48 >= 18 && i % 48 < 24;
      return `${time},${isBusy ? (i < days * 24 ? vcpu : vcpu * times) : 0}`;
    }),
  ].join('\n');

const FOLDER = {
  'past/even.csv': table(5, 0.3),
  'past/grows.csv': table(5, 0.3, 2.5),
  'past/notes.txt': 'nothing to be read',
  'past/short.csv': table(2, 0.3),
};
const SMALL = ['--map', 'cpu=cpu:vcpu', '--highest', '1', '--timeouts', '5m,off'];
const DAYS = ['--window', '2d', '--judge', '1d', '--step', '1d'];

const THREE_DAYS = ['--window', '3d', '--judge', '1d', '--step', '1d'];

const documentOf = async (args: readonly string[], files: Readonly<Record<string, string>>) => {
  const { out, ...rest } = await run(['backtest', ...args, '--json'], files);
  return { ...rest, document: JSON.parse(out) };
};

describe('tidemark backtest', () => {
  test('shows a row for each window of one trace, in 80 columns', async () => {
    const { code, out, err } = await run(['backtest', 'past/grows.csv', ...SMALL, ...DAYS], FOLDER);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out).toMatch(
      /^The recommendations cost \S+% more than the best in hindsight and\sbroke\san\sobjective\sin\s\d\sof\s3\swindows\./,
    );
    expect(out).toContain('Planned on 2 days, judged on the next day, every day; objectives balanced;');
    for (const day of ['2026-03-04', '2026-03-05', '2026-03-06']) expect(out).toContain(`\n${day}  `);
  });

  test('has each window of each chooser as JSON', async () => {
    const { code, document } = await documentOf(['past/grows.csv', ...SMALL, ...DAYS], FOLDER);
    expect(code).toBe(0);
    const { schema, version, isWhole, days, databases, mean } = document;
    expect([schema, version, isWhole]).toEqual(['tidemark/backtest', 3, true]);
    expect(days).toEqual({ planned: 2, judged: 1, step: 1 });
    const [{ windows, scores, of }] = databases;
    expect([of, windows.length, scores.tidemark.windows]).toEqual([3, 3, 3]);
    expect(windows[0].choices.map(({ by }: { by: string }) => by)).toEqual([
      'tidemark',
      'default',
      'peak',
      'p99.5 + 20%',
      'p95 + 15%',
      'mean',
    ]);
    expect(windows[0]).toMatchObject({
      from: '2026-03-02T00:00:00.000Z',
      judgedFrom: '2026-03-04T00:00:00.000Z',
      until: '2026-03-05T00:00:00.000Z',
    });
    expect(mean.tidemark.regret).toBe(scores.tidemark.regret);
  });

  test('of a folder has tables of all databases, and a problem for each that cannot be read or is too short', async () => {
    const { code, out, err } = await run(['backtest', 'past', ...SMALL, ...DAYS], FOLDER);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^tidemark: past\/notes\.txt:1: [^\n]*\ntidemark: past\/short\.csv, [^\n]*\nTry: tidemark backtest past\/short\.csv [^\n]* --window 1d --judge 1d\n$/,
    );
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out).toContain('Means over 2 databases');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'short.csv: past/short.csv, window, judge: it has 2 whole days from midnight to midnight (UTC), and 2 to ' +
        'plan on with 1 to judge on take 3; give 3 days or more, or plan on 1 and judge on 1',
    );
    const alone = await documentOf(['past/even.csv', ...SMALL, ...DAYS], FOLDER);
    const { document } = await documentOf(['past', ...SMALL, ...DAYS], FOLDER);
    expect(document.databases[0].windows).toEqual(alone.document.databases[0].windows);
    const markdown = await run(['backtest', 'past', ...SMALL, ...DAYS, '--format', 'markdown'], FOLDER);
    expect(markdown.out).toContain(
      '| database | tidemark | default | peak | p99.5 + 20% | p95 + 15% | mean |',
    );
  });

  test('measures a scenario first, as trace generate does', async () => {
    const files = {
      'shop.yaml': `why: Is it?
start: 2026-03-02
horizon: 4d
compute: { min: 0.25, max: 1 }
demand:
  - { name: visitors, kind: arrivals, perSecond: { low: 0.01, high: 0.1, peakAt: "12:00" }, query: { cpu: { mean: 2s } } }
  - { name: base, kind: load, vcpu: { of: 0.2, noise: 0.5 } }
`,
    };
    const { written } = await run(
      ['trace', 'generate', 'shop.yaml', '--step', '5m', '-o', 'shop.jsonl'],
      files,
    );
    const flags = [...DAYS, '--highest', '1', '--only', 'fixed'];
    const measured = await documentOf(['shop.yaml', ...flags], files);
    const trace = await documentOf(['shop.jsonl', ...flags], written);
    expect(measured.document.databases[0].windows).toEqual(trace.document.databases[0].windows);
  });

  test('prints the windows so far after Ctrl-C, and says so with its exit code', async () => {
    const args = ['backtest', 'past/grows.csv', ...SMALL, ...DAYS];
    const whole = await documentOf(args.slice(1), FOLDER);
    const { code, out, err } = await run([...args, '--json'], FOLDER, { interruptAfter: 28 });
    expect([code, err]).toEqual([130, 'tidemark: interrupted: the answer is partial\n']);
    const { isWhole, databases } = JSON.parse(out);
    const [{ windows, of }] = databases;
    expect([isWhole, of]).toEqual([false, 3]);
    expect(windows.length).toBeGreaterThan(0);
    expect(windows.length).toBeLessThan(3);
    expect(windows).toEqual(whole.document.databases[0].windows.slice(0, windows.length));
    const text = await run(args, FOLDER, { interruptAfter: 28 });
    expect(text.out).toMatch(/^PARTIAL, \d of 3 windows: /);
    const none = await run(args, FOLDER, { interruptAfter: 1 });
    expect(none.out).not.toContain('chosen by');
    expect([none.code, none.out.split('\n')[0]]).toEqual([
      130,
      'PARTIAL, 0 of 3 windows: No window was judged.',
    ]);
  });

  test('gives the same bytes with threads as without', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const path = 'scenarios/traces/office-week.jsonl';
    const args = ['backtest', path, '--only', 'fixed', '--highest', '1', ...THREE_DAYS, '--json'];
    const built = execFileSync(process.execPath, ['dist/cli/main.js', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    const { out } = await run(args, { [path]: readFileSync(`${root}${path}`) });
    expect(out).toBe(built);
  });

  test('names the baselines that do as well on average', async () => {
    const files = { 'jump.csv': table(4, 0.6, 2.5) };
    const flags = ['--map', 'cpu=cpu:vcpu', '--highest', '2', '--only', 'fixed', ...DAYS];
    const { document } = await documentOf(['jump.csv', ...flags], files);
    expect(document.mean.tidemark).toMatchObject({ regret: 0, brokenWindows: 0.5, brokenObjectives: 1.5 });
    expect(document.better).toEqual([
      { name: 'default', in: 'broken objectives', isEqual: false },
      { name: 'peak', in: 'broken objectives', isEqual: true },
      { name: 'p99.5 + 20%', in: 'broken objectives', isEqual: true },
      { name: 'p95 + 15%', in: 'broken objectives', isEqual: true },
    ]);
  });

  test.each([
    [['--window', '36h'], '--window: found "36h"; write whole days, such as 14d'],
    [['--judge', '0d'], '--judge: found "0d"; write whole days, such as 14d'],
    [['--step', 'soon'], '--step: found "soon"; write whole days, such as 14d'],
    [
      [],
      'past/even.csv, --window, --judge: it has 5 whole days from midnight to midnight (UTC), and 14 to plan on with 7 to judge on take 21; give 21 days or more, or plan on 4 and judge on 1',
    ],
    [
      ['--window', '4d', '--judge', '1d', '--lowest', '3', '--highest', '2'],
      'the flags leave no configuration to choose from',
    ],
  ])('%j is a problem', async (flags, message) => {
    const { code, out, err } = await run(
      ['backtest', 'past/even.csv', '--map', 'cpu=cpu:vcpu', ...flags],
      FOLDER,
    );
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});
