import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type PlanJob, transferable } from '../../src/advisor/index.ts';
import { keyOf } from '../../src/library/node/plan-key.ts';
import { ALL_CHOICES, PROFILES } from '../../src/planner/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { load, USUAL, world } from '../planner/worlds.ts';
import { AS_ASKED, interruptedOnce, runFull as run, run as runShort } from './run.ts';

/** Three hours of work with this many vCPU, in a day of five-minute samples. */
const table = (vcpu: number) =>
  [
    'time,cpu',
    ...Array.from({ length: 288 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString();
      return `${time},${i % 96 < 12 ? vcpu : 0}`;
    }),
  ].join('\n');

const FOLDER = {
  'metrics/busy.csv': table(1.2),
  'metrics/notes.txt': 'nothing to be planned',
  'metrics/small.csv': table(0.1),
};
const { 'metrics/notes.txt': _, ...READABLE } = FOLDER;
const SMALL = ['--map', 'cpu=cpu:vcpu', '--highest', '1', '--only', 'fixed', '--objective', 'throttled=50%'];
const LOOSE = [...SMALL, '--objective', 'delay-p95=off', '--objective', 'delay-p99=off'];
const FLAGS = [...LOOSE, '--current', '1, off'];

const MANY = [
  'time,endpoint,cpu',
  ...[0, 1, 2, 3].flatMap((i) => ['ep-a', 'ep-b'].map((name) => `2026-03-02T0${i}:00:00Z,${name},0.${i}`)),
].join('\n');

const documentOf = async (args: readonly string[], files: Readonly<Record<string, string>>) => {
  const { out, ...rest } = await run(['plan', ...args, '--json'], files);
  return { ...rest, document: JSON.parse(out) };
};

/** The paths of the folder differ between the two runs. */
const withoutPlaces = ({ file: _, member: __, ...rest }: Record<string, unknown>) => rest;

const FLOOR = { kind: 'floor', vcpu: 0.05, idleBelow: 0.06, isConnected: null } as const;

describe('the key of a job', () => {
  const simulation = world([load([0, 1, 2])]);
  const question = { objectives: PROFILES.balanced, choices: ALL_CHOICES, current: USUAL, worthwhile: 0.1 };
  const job: PlanJob = {
    ...question,
    growth: null,
    without: null,
    lightChoices: ALL_CHOICES,
    simulation: transferable(simulation),
  };
  const others: readonly PlanJob[] = [
    { ...job, simulation: transferable(world([load([0, 1, 2.5])])) },
    { ...job, simulation: transferable({ ...simulation, zone: createZone('Europe/Berlin') }) },
    { ...job, simulation: { ...job.simulation, plan: 'launch' } },
    { ...job, current: null },
    { ...job, current: { ...USUAL, suspendAfterMs: null } },
    { ...job, worthwhile: 0.2 },
    { ...job, objectives: PROFILES.steady },
    { ...job, choices: { ...ALL_CHOICES, highestCu: 8 } },
    { ...job, without: { background: FLOOR, simulation: job.simulation } },
    { ...job, growth: { perMonth: 0.2, months: 6 } },
    { ...job, growth: { perMonth: 0.2, months: 7 } },
  ];

  test('is the same for equal jobs, whatever the order of their fields', () => {
    const turned = Object.fromEntries(Object.entries(job).reverse()) as unknown as PlanJob;
    expect(keyOf(turned)).toBe(keyOf(job));
    expect(keyOf({ ...job, simulation: transferable(world([load([0, 1, 2])])) })).toBe(keyOf(job));
  });

  test('differs between different jobs', () => {
    expect(new Set([job, ...others].map(keyOf)).size).toBe(others.length + 1);
  });
});

describe('tidemark plan, of many databases', () => {
  test('of a folder is a table in 80 columns, with a row for each file that cannot be read, and a total', async () => {
    const { code, out, err } = await run(['plan', 'metrics', ...FLAGS], FOLDER);
    expect(code).toBe(2);
    expect(err).toMatch(/^tidemark: metrics\/notes\.txt:1: [^\n]*\n$/);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(
      /^\$330 to \$\d+\.\d\d a month, 2 of 3 databases changed: you save \$\d+ \(73%\)\.$/,
    );
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(
      lines
        .slice(lines.findIndex((line) => line.startsWith('database ')))
        .filter((line) => /^(busy|small|notes|total)/.test(line))
        .map((line) => line.split(' ')[0]),
    ).toEqual(['small.csv', 'busy.csv', 'notes.txt', 'total']);
    expect(out).toContain('- notes.txt: metrics/notes.txt');
  });

  test('adds up as JSON, and is sorted by saving', async () => {
    const { document } = await documentOf(['metrics', ...FLAGS], FOLDER);
    const { schema, version, isWhole, totals, databases, problems } = document;
    expect([schema, version, isWhole]).toEqual(['tidemark/portfolio-plan', 3, true]);
    const savings = databases.map(({ saving }: { saving: number }) => saving);
    expect(savings).toEqual([...savings].sort((one, other) => other - one));
    for (const { costNow, costThen, saving, days } of databases) {
      expect(saving).toBeCloseTo(costNow - costThen, 6);
      expect(days).toBe(1);
    }
    expect(totals.saving).toBeCloseTo(savings[0] + savings[1], 6);
    expect([totals.databases, totals.planned, totals.compared]).toEqual([3, 2, 2]);
    expect(problems.map(({ name }: { name: string }) => name)).toEqual(['notes.txt']);
  });

  test('plans each database as it is planned alone', async () => {
    const { document } = await documentOf(['metrics', ...FLAGS], FOLDER);
    const alone = await documentOf(['metrics/busy.csv', ...FLAGS], FOLDER);
    const busy = document.databases.find(({ name }: { name: string }) => name === 'busy.csv');
    const { configuration, outcome, broken } = alone.document.recommendation;
    expect(busy.recommendation).toEqual({ configuration, outcome, broken });
    expect(busy.verdict).toBe(alone.document.verdict);
  });

  test('reads from a list where each file is, its configuration, and how to read it', async () => {
    const list = `databases:
  - { name: one, project: shop, file: metrics/busy.csv, current: "1, off" }
  - { name: two, project: shop, file: metrics/small.csv }
  - { name: three, file: metrics/small.csv, current: "0.3, off" }
  - { name: four, file: metrics/gone.csv }
`;
    const { code, document } = await documentOf(['all.yaml', ...LOOSE], { ...FOLDER, 'all.yaml': list });
    expect(code).toBe(2);
    const rows = document.databases.map(({ name, project, verdict }: Record<string, unknown>) => [
      name,
      project,
      verdict,
    ]);
    expect(rows).toEqual([
      ['one', 'shop', 'change'],
      ['two', 'shop', 'choose'],
    ]);
    expect(document.problems).toMatchObject([
      { name: 'four', problems: [{ place: { file: 'metrics/gone.csv' }, found: 'there is no such file' }] },
      { name: 'three', problems: [{ place: { file: 'all.yaml', line: 4, field: 'databases[2].current' } }] },
    ]);
  });

  test('keeps the tags of a list, as columns of the table, and names a wrong one', async () => {
    const list = (tags: string) =>
      `databases:\n  - { name: one, file: metrics/small.csv, tags: ${tags} }\n  - { name: two, file: gone.csv, tags: { env: dev } }\n`;
    const files = (tags: string) => ({ ...FOLDER, 'all.yaml': list(tags) });
    const { document } = await documentOf(['all.yaml', ...LOOSE], files('{ team: "=shop", prod: yes }'));
    expect(document.databases[0].tags).toEqual({ team: '=shop', prod: 'yes' });
    expect(document.problems[0]).toMatchObject({
      tags: { env: 'dev' },
      severity: 'no data',
      reasonCodes: ['unreadable'],
    });
    const csv = await run(['plan', 'all.yaml', ...LOOSE, '--format', 'csv'], files('{ team: "=shop" }'));
    const [head, ...rows] = csv.out.split('\r\n').map((line) => line.split(','));
    expect(head?.slice(-4)).toEqual(['severity', 'reason_codes', 'tag_env', 'tag_team']);
    expect(rows.map((cells) => cells.slice(-4))).toEqual([
      ['no data', 'short-trace current-unknown', '', "'=shop"],
      ['no data', 'unreadable', 'dev', ''],
      [''],
    ]);
    const wrong = await run(['plan', 'all.yaml'], files('{ "no name": a }'));
    expect([wrong.code, wrong.err]).toEqual([
      2,
      'tidemark: all.yaml:2, databases[0].tags.no name: found "a"; write at most 20 short texts, named by letters, digits, - and _, such as { team: payments, env: prod }\n',
    ]);
  });

  test('makes a database of each part of a table with --by', async () => {
    const args = ['--by', 'endpoint', ...LOOSE];
    const { code, document } = await documentOf(['all.csv', ...args], { 'all.csv': MANY });
    expect(code).toBe(0);
    expect(document.databases.map(({ name }: { name: string }) => name)).toEqual(['ep-a', 'ep-b']);
    expect(document.totals).toMatchObject({ databases: 2, compared: 0, unset: 2 });
  });

  test('has a row with the problem for a database of a table that cannot be planned', async () => {
    const rows = MANY.replaceAll('ep-b,0.', 'ep-b,none').replaceAll(
      /(?<=2026-03-02T03:00:00Z,)ep-a,0.3/g,
      'ep-c,0.3',
    );
    const args = ['--by', 'endpoint', ...LOOSE];
    const { code, document } = await documentOf(['all.csv', ...args], { 'all.csv': rows });
    expect(code).toBe(2);
    expect(document.databases.map(({ name }: { name: string }) => name)).toEqual(['ep-c', 'ep-a']);
    expect(document.totals).toMatchObject({ databases: 3, planned: 2 });
    expect(document.problems).toMatchObject([
      {
        name: 'ep-b',
        project: null,
        file: 'all.csv',
        problems: [{ place: { file: 'all.csv', field: 'ep-b' }, found: 'no value of it can be read' }],
      },
    ]);
    const text = await run(['plan', 'all.csv', ...args], { 'all.csv': rows });
    expect(text.out).toContain('- ep-b: all.csv, ep-b: no value of it can be read;');
  });

  test('shows the confidence of each: the risk of the recommendation, or how many days there are', async () => {
    const day = table(0.5).split('\n').slice(1);
    const days = (count: number) =>
      [
        'time,cpu',
        ...Array.from({ length: count }, (_, i) =>
          new Date(Date.UTC(2026, 2, 2 + i)).toISOString().slice(0, 10),
        ).flatMap((date) => day.map((line) => line.replace('2026-03-02', date))),
      ].join('\n');
    const files = { 'metrics/long.csv': days(15), 'metrics/short.csv': days(3) };
    const { document } = await documentOf(['metrics', ...FLAGS], files);
    const alone = await documentOf(['metrics/long.csv', ...FLAGS], files);
    const [long, short] = ['long.csv', 'short.csv'].map((name) =>
      document.databases.find((one: { name: string }) => one.name === name),
    );
    expect(long.uncertainty).toEqual(alone.document.uncertainty.recommendation);
    expect([long.uncertainty.risk, long.uncertainty.feasible]).toEqual(['very low', 1]);
    expect(short.uncertainty).toMatchObject({ days: 3, daysNeeded: 14, risk: null, feasible: null });
    const { out } = await run(['plan', 'metrics', ...FLAGS, '--format', 'markdown'], files);
    expect(out).toMatch(/^\| database \|.* \| limit \| risk \|$/m);
    expect(out).toMatch(/^\| long\.csv \|.* \| very low 100% \|$/m);
    expect(out).toMatch(/^\| short\.csv \|.* \| 3 of 14 days \|$/m);
  });

  test('shows with --growth in which month each recommendation breaks, as its own plan does', async () => {
    const growth = [...FLAGS, '--assume', 'burst=yes', '--growth', '100%/month', '--horizon', '3m'];
    const files = { ...FOLDER, 'metrics/none.csv': table(30) };
    const { document } = await documentOf(['metrics', ...growth], files);
    for (const { file, lasting } of document.databases) {
      const { growthPlan } = (await documentOf([file, ...growth], files)).document;
      const { breaks } = lasting ?? {};
      expect(breaks?.month).toBe(growthPlan?.breaks?.month);
      if (breaks == null) continue;
      const { broken } = growthPlan.breaks;
      expect(breaks.broken).toEqual(broken.map(({ when: _, ...one }: { when: unknown }) => one));
      expect(lasting.kept.length).toBe(
        growthPlan.planned.findIndex(({ month }: { month: string }) => month === breaks.month),
      );
    }
    const { code, out } = await run(['plan', 'metrics', ...growth], files);
    expect(code).toBe(2);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out.replaceAll('\n', ' ')).toContain(
      'With 100% more demand each month, 1 of 2 recommendations would break an objective within 3 months.',
    );
    expect(out).toContain(
      'First objectives to break as demand grows:\n  - busy.csv: in 2026-05, at 4 times the demand: ',
    );
    expect(out).toMatch(/^small\. .* none$/m);
  });

  test('makes other plans for other growth', async () => {
    const args = ['plan', 'metrics', ...FLAGS, '--results', 'plans', '--growth'];
    const first = await run([...args, '10%/month'], READABLE);
    const again = await run([...args, '10%/month'], { ...READABLE, ...first.written });
    expect([again.err, again.out]).toEqual(['2 of 2 were planned before: plans\n', first.out]);
    const other = await run([...args, '20%/month'], { ...READABLE, ...first.written });
    expect(other.err).toBe('0 of 2 were planned before: plans\n');
  });

  test('makes stored plans again only for jobs that have changed', async () => {
    const args = ['plan', 'metrics', ...FLAGS, '--results', 'plans', '--json'];
    const first = await run(args, READABLE);
    expect(first.err).toBe('0 of 2 were planned before: plans\n');
    expect(Object.keys(first.written).length).toBe(2);
    const again = await run(args, { ...READABLE, ...first.written });
    expect([again.err, again.written]).toEqual(['2 of 2 were planned before: plans\n', {}]);
    expect(again.out).toBe(first.out);
    const changed = await run(args, { ...READABLE, 'metrics/busy.csv': table(1.1), ...first.written });
    expect(changed.err).toBe('1 of 2 were planned before: plans\n');
    const [cut] = Object.keys(first.written) as [string];
    const mended = await run(args, { ...READABLE, ...first.written, [cut]: '{"schema":' });
    expect(mended.written).toEqual({ [cut]: first.written[cut] });
  });

  test('gives the same bytes with threads as without', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    try {
      for (const [path, text] of Object.entries(READABLE))
        writeFileSync(join(folder, path.replace('metrics/', '')), text);
      const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
      const options = { cwd: folder, encoding: 'utf8' } as const;
      const built = JSON.parse(
        execFileSync(process.execPath, [main, 'plan', '.', ...FLAGS, '--json'], options),
      );
      const { document } = await documentOf(['metrics', ...FLAGS], READABLE);
      expect(built.databases.map(withoutPlaces)).toEqual(document.databases.map(withoutPlaces));
      expect(built.totals).toEqual(document.totals);
      expect(readdirSync(folder).length).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('prints what there is after Ctrl-C, marked as partial', async () => {
    const { code, out, err } = await interruptedOnce(
      (ran) => !/^PARTIAL, [01] of 3/.test(ran.out),
      (looks) => run(['plan', 'metrics', ...FLAGS], FOLDER, { interruptAfter: looks }),
    );
    expect([code, err]).toEqual([130, 'tidemark: interrupted: the answer is partial\n']);
    expect(out).toMatch(/^PARTIAL, 2 of 3: \$165 to \$\d+\.\d\d a month, 1 of 3 databases changed: /);
  });

  test('exits with 2 for a file that cannot be read, below the answer of the others', async () => {
    const bad = { 'metrics/notes.txt': FOLDER['metrics/notes.txt'] };
    const alone = await run(['plan', 'metrics', ...FLAGS], bad);
    expect([alone.code, alone.out]).toEqual([2, '']);
    expect(alone.err).toMatch(/^tidemark: metrics\/notes\.txt/);
    const beside = await run(['plan', 'metrics', ...FLAGS], FOLDER);
    expect([beside.code, beside.err]).toEqual([2, alone.err]);
    expect(beside.out).toMatch(/^\$330 to \$\d+\.\d\d a month, 2 of 3 /);
    const limited = await run(['plan', 'metrics', ...FLAGS, '--fail-above', 'cost=1'], FOLDER);
    expect(limited.code).toBe(2);
    expect(limited.err).toMatch(/^tidemark: busy\.csv: cost is [^\n]*\ntidemark: metrics\/notes\.txt/);
  });

  test('exits with 0 for a database without data, and with 2 with --strict', async () => {
    const files = { 'metrics/busy.csv': table(1.2), 'metrics/empty.csv': 'time,cpu\n' };
    expect(await run(['plan', 'metrics', ...FLAGS], files)).toMatchObject({ code: 0, err: '' });
    const strict = await run(['plan', 'metrics', ...FLAGS, '--strict'], files);
    expect(strict.code).toBe(2);
    expect(strict.err).toMatch(/^tidemark: metrics\/empty\.csv/);
  });

  test.each([
    ['a folder', 'own', (name: string) => `'own/${name}.csv'`],
    ['a list', 'own.yaml', (name: string) => `'own.yaml#${name}'`],
  ])(
    'shows a problem and a command that works for each file of %s that failed',
    async (_, operand, titleOf) => {
      const percents = table(40).replace('cpu', 'CPU %');
      const files = {
        'own/first shop.csv': percents,
        'own/second shop.csv': percents,
        'own/third.csv': table(0.5),
        'own.yaml':
          'databases: [{ name: first shop, file: own/first shop.csv }, { name: second shop, file: own/second shop.csv }, { name: third, file: own/third.csv }]\n',
      };
      const rest = ['--highest', '1', '--only', 'fixed', '--objective', 'throttled=50%'];
      const many = ['--format', 'csv', '--results', 'kept'];
      const { code, err } = await runShort(['plan', operand, ...rest, ...many], files);
      expect(code).toBe(2);
      const lines = err.split('\n').filter((line) => line.startsWith('Try'));
      expect(lines).toEqual(
        ['first shop', 'second shop'].map(
          (name) => `Try (if it has 2 vCPU): tidemark plan ${titleOf(name)} ${rest.join(' ')} --vcpus 2`,
        ),
      );
      expect(err.split('\n').filter((line) => /^tidemark: .*unknown number/.test(line))).toHaveLength(2);
      const own = titleOf('first shop').slice(1, -1);
      expect(await run(['plan', own, ...rest, '--vcpus', '2'], files)).toMatchObject({ code: 0, err: '' });
    },
  );

  test('exits with 1 and the name if a database exceeds a limit', async () => {
    const { code, err } = await run(['plan', 'metrics', ...FLAGS, '--fail-above', 'cost=1'], READABLE);
    expect(code).toBe(1);
    expect(err).toMatch(/^tidemark: busy\.csv: cost is \$\d+\.\d\d, above \$1\.00; small\.csv: cost is /);
  });

  test('reports mistakes of a list with their lines', async () => {
    const list = 'databases:\n  - { name: one, fil: a.csv }\n  - { name: one, file: b.csv, curent: "1" }\n';
    const { code, err } = await run(['plan', 'all.yaml'], { 'all.yaml': list });
    expect(code).toBe(2);
    expect(err).toBe(
      'tidemark: all.yaml:2, databases[0].fil: this field is not known; did you mean file?\n' +
        'tidemark: all.yaml:3, databases[1].curent: this field is not known; did you mean current?\n',
    );
  });
});

describe('a configuration that the newest documentation does not allow', () => {
  /** A day of five-minute samples: 12.5 vCPU for an hour, and a little otherwise. */
  const BURST = [
    'time,cpu',
    ...Array.from({ length: 288 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000);
      return `${time.toISOString()},${time.getUTCHours() === 9 ? 12.5 : 0.1}`;
    }),
  ].join('\n');

  test('is recommended for no database, and named where it would be cheaper', async () => {
    const files = { 'list/burst.csv': BURST, 'list/small.csv': table(0.1) };
    const args = ['list', '--map', 'cpu=cpu:vcpu', '--timeouts', '5m', '--facts', 'spec', ...AS_ASKED];
    const { document } = await documentOf(args, files);
    for (const { recommendation } of document.databases)
      expect(
        recommendation.configuration.size.maxCu - recommendation.configuration.size.minCu,
      ).toBeLessThanOrEqual(8);
    const ruledOut = Object.fromEntries(
      document.databases.map((one: { file: string; ruledOut: unknown }) => [one.file, one.ruledOut]),
    );
    expect(ruledOut['list/small.csv']).toBeNull();
    expect(ruledOut['list/burst.csv']).toMatchObject({
      configuration: { size: { minCu: 0.25, maxCu: 14 } },
      broken: [],
    });
    const { out } = await run(['plan', ...args], files);
    expect(out.replaceAll('\n', ' ')).toMatch(
      /burst\S* would be cheaper, but a range may span at most 8 CU \(public documentation of 2026-08-26\)\./,
    );
  });

  test('has a reason, and the cost of the nearest allowed one, where facts of your own recommend it', async () => {
    const files = {
      'list/burst.csv': BURST,
      'list/small.csv': table(0.1),
      'contract.yaml': readFileSync(new URL('../../scenarios/facts/contract.yaml', import.meta.url), 'utf8'),
    };
    const args = [
      'list',
      '--map',
      'cpu=cpu:vcpu',
      '--timeouts',
      '5m',
      '--facts',
      'contract.yaml',
      ...AS_ASKED,
    ];
    const { document } = await documentOf(args, files);
    const [burst, small] = ['list/burst.csv', 'list/small.csv'].map((file) =>
      document.databases.find((one: { file: string }) => one.file === file),
    );
    expect([small.refused, small.reasonCodes.includes('may-be-refused')]).toEqual([null, false]);
    expect(burst.reasonCodes).toContain('may-be-refused');
    const { minCu, maxCu } = burst.recommendation.configuration.size;
    expect(maxCu - minCu).toBeGreaterThan(8);
    expect([burst.refused.facts, burst.refused.reasons]).toEqual([
      '2026-11',
      [`a range spans 8 CU at most in the fact set 2026-11, not ${maxCu - minCu}`],
    ]);
    const { nearest } = burst.refused;
    expect(nearest.outcome.costPerMonth).toBeGreaterThan(burst.costThen);
    // The same database alone has the same answer.
    const alone = JSON.parse((await run(['plan', 'list/burst.csv', ...args.slice(1), '--json'], files)).out);
    expect(alone.refused).toEqual(burst.refused);
    const { out } = await run(['plan', ...args], files);
    expect(out.replaceAll(/\n */g, ' ')).toContain(
      `The service may refuse the recommendation for burst.csv: ${burst.refused.reasons[0]}. The nearest allowed one, ${nearest.configuration.size.minCu} to ${nearest.configuration.size.maxCu} CU`,
    );
    // The plan of a job has it, so that threads and other machines give the same row.
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    try {
      mkdirSync(join(folder, 'list'));
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
      const asked = [main, 'plan', ...args, '--json'];
      const built = JSON.parse(execFileSync(process.execPath, asked, { cwd: folder, encoding: 'utf8' }));
      expect(built.databases.map(withoutPlaces)).toEqual(document.databases.map(withoutPlaces));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
