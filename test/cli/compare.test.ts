import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const WEEK = 'week.jsonl';
const STORM = `why: Sixty functions at once, straight to Postgres.
horizon: 1h
compute: { min: 0.25, max: 2, suspendAfter: 5m }
demand:
  - name: functions
    kind: cron
    at: "*/20 * * * *"
    sessions: 60
    query: { cpu: 200ms }
`;
const files = {
  [WEEK]: readFileSync(new URL('../../scenarios/traces/office-week.jsonl', import.meta.url), 'utf8'),
  'a.yaml': STORM,
  'twice.yaml': STORM.replace('sessions: 60', 'sessions: 120').replace('1h', '2h'),
  'fixed.yaml': STORM.replace('min: 0.25, max: 2', 'size: 1'),
  'listed.yaml': `${STORM.split('compute:')[0]}computes:
  - name: one
    size: 1
    demand: [{ kind: poller, every: 1m, query: { cpu: 1ms } }]
`,
  'two.yaml': `${STORM.split('compute:')[0]}computes:
  - { name: one, demand: [{ kind: poller, every: 1m }] }
  - { name: two, demand: [{ kind: poller, every: 1m }] }
`,
  'load.yaml': STORM.replace(/demand:[\s\S]*/, 'demand: [{ kind: load, vcpu: 0.1 }]\n'),
};

const compare = (...args: string[]) => run(['compare', ...args], files);
const document = async (...args: string[]) => JSON.parse((await compare(...args, '--json')).out);

interface Figure {
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number | null;
  readonly verdict: string | null;
}

describe('tidemark compare', () => {
  test('names the figures that were measured in neither, and shows no value for them', async () => {
    const { out } = await compare(WEEK, '--current', '1-2', '--configuration', '0.25-2');
    const words = out.replaceAll(/\n */g, ' ');
    expect(words).toContain(
      'Not measured in either: delayed-clients, delayed-over, failed-connects, pool-wait-p99, cache-hits, memory-kills, disk-free.',
    );
    expect(out).not.toMatch(/^(memory-kills|disk-free|failed-connects) /m);
    const { basis } = await document(WEEK, '--current', '1-2', '--configuration', '0.25-2');
    expect([basis.a['disk-free'], basis.b.refused, basis.b.throttled]).toEqual([
      'unknown',
      'measured',
      'measured',
    ]);
  });

  test('says which side the newest documentation does not allow', async () => {
    const { code, out } = await compare(
      WEEK,
      ...['--facts', 'spec', '--current', '0.25-2', '--configuration', '0.25-13'],
    );
    expect(code).toBe(0);
    expect(out.replaceAll(/\n */g, ' ')).toMatch(
      /The service may refuse B, 0\.25 to 13 CU, sleep after 5m: a range spans 8 CU at most in the fact set 2026-11, not 12\.75\. The nearest allowed one, 5 to 13 CU, sleep after 5m, costs \$\d+\.\d\d a month\./,
    );
    expect(out).not.toContain('may refuse A');
  });

  test('shows figures that one side has, and says that the other was not measured', async () => {
    const { out } = await compare('a.yaml', 'load.yaml');
    expect(out).toMatch(/^refused +\d+ +not measured$/m);
  });

  test('says in a sentence what B costs and breaks, and then all else in 80 columns', async () => {
    const { code, out, err } = await compare('a.yaml', '--set', 'size=1');
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(out).toMatch(/^B costs \$\d+\.\d\d more a month \(\+\d+(\.\d+)?%\) and breaks /);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out).toMatch(/\nmin {2}0\.25 CU {2}1 CU\nmax {2}2 CU {5}1 CU\n/);
    expect(out).toMatch(/\ncost a month +\$\d+\.\d\d +\$\d+\.\d\d +\+\$\d+\.\d\d +\+\d+(\.\d+)?% {2}worse\n/);
    expect(out).not.toContain('The demand differs');
  });

  test('says when objectives are broken, and when both sides differ most', async () => {
    const { out } = await compare('a.yaml', '--set', 'size=1');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Broken objectives: - A: [^:]+, all mostly on Mon 2026-03-02 from 00:00 to 01:00 /,
    );
    expect(out).toMatch(
      /\nWhen A and B differ most:\n {2}- cost, cu-hours, .*: mostly on Mon 2026-03-02\n {4}from /,
    );
    const { a, figures } = await document('a.yaml', '--set', 'size=1');
    expect(a.broken[0].when.worst).toEqual({ fromMs: 0, untilMs: 3_600_000, share: 1 });
    expect(figures[0]).toMatchObject({ figure: 'cost', when: { daily: { hour: 0, share: 1 } } });
    const longer = await compare('a.yaml', 'twice.yaml');
    expect(longer.out).not.toContain('When A and B differ most');
  });

  test('finds no difference between equal sides, however they are written', async () => {
    for (const args of [
      ['a.yaml'],
      ['--set', 'max=2'],
      ['--set', 'size=2', '--set', 'min=0.25'],
      ['--configuration', '0.25-2, 5m'],
    ]) {
      const { configurations, demand, figures, newlyBroken, mended, a, b } = await document(
        'a.yaml',
        ...args,
      );
      expect([configurations, demand, newlyBroken, mended]).toEqual([[], [], [], []]);
      expect(b.outcome).toEqual(a.outcome);
      expect(new Set(figures.map((one: { verdict: string }) => one.verdict))).toEqual(
        new Set(['same', null]),
      );
    }
    expect((await compare('a.yaml', 'a.yaml')).out).toMatch(/^A and B have the same result and break /);
  });

  test('compares B by flags like B in a file, and A and B swapped the other way round', async () => {
    const flagged = await document('a.yaml', '--set', 'size=1');
    const written = await document('a.yaml', 'fixed.yaml');
    // The page names the file of B, or its flags.
    const b = { ...flagged.b, file: 'fixed.yaml', changes: [] };
    expect(written).toEqual({ ...flagged, b, page: written.page });
    const back = await document('fixed.yaml', 'a.yaml');
    expect(back.figures).toEqual(
      written.figures.map((one: Figure) => ({
        ...one,
        a: one.b,
        b: one.a,
        difference: one.difference === null ? null : 0 - one.difference,
        share: one.difference === null || !one.b ? null : (0 - one.difference) / one.b,
        verdict: { better: 'worse', worse: 'better' }[String(one.verdict)] ?? one.verdict,
      })),
    );
    expect([back.newlyBroken, back.mended]).toEqual([written.mended, written.newlyBroken]);
    expect([flagged.schema, flagged.version]).toEqual(['tidemark/comparison', 2]);
  });

  test.each([
    [['a.yaml', '--set', 'min=1'], [{ field: 'minCu', a: 0.25, b: 1 }]],
    [['fixed.yaml', '--set', 'max=4'], [{ field: 'maxCu', a: 1, b: 4 }]],
    [['listed.yaml', '--set', 'max=4'], [{ field: 'maxCu', a: 1, b: 4 }]],
    [['a.yaml', '--set', 'suspendAfter=off'], [{ field: 'suspendAfterMs', a: 300_000, b: null }]],
    [['a.yaml', '--set', 'pooler=true'], [{ field: 'route', a: 'direct', b: 'pooler' }]],
    [['a.yaml', '--set', 'compute.workingSet=4GB'], [{ field: 'workingSetBytes', a: 0, b: 4 * 2 ** 30 }]],
    [['a.yaml', '--set', 'assumptions.burst=false'], [{ field: 'assumptions.burst', a: true, b: false }]],
    [['a.yaml', '--plan', 'launch', '--set', 'plan=scale'], [{ field: 'plan', a: 'launch', b: 'scale' }]],
    [['a.yaml', '--current', '1, off, pooler', '--set', 'max=2'], [{ field: 'maxCu', a: 1, b: 2 }]],
    [[WEEK, '--set', 'max=4'], [{ field: 'maxCu', a: 2, b: 4 }]],
    [
      [WEEK, '--current', '1, off', '--configuration', '1, 5m'],
      [{ field: 'suspendAfterMs', a: null, b: 300_000 }],
    ],
    [[WEEK, WEEK, '--current', '1, off', '--set', 'max=2'], [{ field: 'maxCu', a: 1, b: 2 }]],
  ])('%j changes only that', async (args, configurations) => {
    const found = await document(...args);
    expect([found.configurations, found.demand]).toEqual([configurations, []]);
  });

  test('says where the demand differs, and what that means', async () => {
    const { demand } = await document('a.yaml', '--set', 'demand.functions.query.cpu=300ms');
    expect(demand).toEqual([{ field: 'demand.functions.query.cpu.ms', a: 200, b: 300 }]);
    const { out } = await compare('a.yaml', 'twice.yaml');
    expect(out).toContain(
      'The demand differs:\n  - horizon: 60m in A, 120m in B\n  - functions.sessions: 60 in A, 120 in B\n',
    );
    expect(out.replaceAll(/\s+/g, ' ')).toContain('but not counts and CU-hours.');
    expect(out.replaceAll('\n', ' ')).toMatch(/^B costs .* The demand differs\. A: a\.yaml /);
    expect(out).toMatch(/\ncu-hours .*%\n/);
    expect((await compare('a.yaml', 'load.yaml')).out).toContain('  - functions: only in A\n');
  });

  test('says what a trace cannot tell', async () => {
    const { out } = await compare(WEEK, '--configuration', '0.25-2, off, pooler');
    expect(out).toContain('Samples are 5 min apart');
    expect(out).toContain('the pooler makes no difference');
  });

  test('exits with 1 and the reason if B exceeds a limit, absolute or relative to A', async () => {
    const failing = async (limits: string) => {
      const { code, err } = await compare('a.yaml', '--set', 'size=1', '--fail-above', limits);
      return [code, err];
    };
    const { a, b } = await document('a.yaml', '--set', 'size=1');
    const [before, after] = [a.outcome.costPerMonth, b.outcome.costPerMonth];
    const dollars = (value: number) => `$${value.toFixed(2)}`;
    expect(await failing('cost=1,cost=+1000%,cost=+500,delay-p95=+1h')).toEqual([
      1,
      `tidemark: cost is ${dollars(after)}, above $1.00\n`,
    ]);
    expect(await failing('cost=+0.5')).toEqual([
      1,
      `tidemark: cost is ${dollars(after)}, above ${dollars(before + 0.5)} (${dollars(before)} +0.5)\n`,
    ]);
    expect((await failing('cost=-1%'))[0]).toBe(1);
    expect(await failing(`cost=+${Math.ceil((100 * after) / before)}%`)).toEqual([0, '']);
    expect((await compare('a.yaml', '--set', 'size=1', '--fail-above', 'cost=1')).out).toContain(
      `B passes a limit:\n  - cost is ${dollars(after)}, above $1.00\n`,
    );
  });

  test('uses the same objectives as plan', async () => {
    const { b } = await document(
      'a.yaml',
      '--set',
      'size=1',
      '--profile',
      'frugal',
      '--objective',
      'budget=1',
    );
    expect(b.broken.at(-1)).toEqual({ objective: 'budget', found: b.outcome.costPerMonth, bound: 1 });
  });

  test('has tables and the same sentence in Markdown', async () => {
    const [text, markdown] = await Promise.all([
      compare('a.yaml', '--set', 'size=1'),
      compare('a.yaml', '--set', 'size=1', '--format', 'markdown'),
    ]);
    const [heading = ''] = markdown.out.split('\n');
    expect(text.out.replaceAll('\n', ' ').startsWith(heading.slice(2))).toBe(true);
    expect(markdown.out).toContain('| min | 0.25 CU | 1 CU |');
  });

  test('prints no answer after Ctrl-C', async () => {
    const { code, out, err } = await run(['compare', 'a.yaml', '--set', 'size=1'], files, {
      interruptAfter: 3,
    });
    expect([code, out, err]).toEqual([
      130,
      'Interrupted: there is no answer.\n',
      'tidemark: interrupted: there is no answer\n',
    ]);
  });

  test('refuses a path that is nested too deep before following it', async () => {
    const { code, err } = await compare('a.yaml', '--set', `compute${'.x'.repeat(100_000)}=1`);
    expect([code, err]).toEqual([
      2,
      'tidemark: --set: this is nested more than 100 levels deep; use fewer levels\n',
    ]);
  });

  test.each([
    [
      ['a.yaml'],
      'B: there is nothing to compare with; name a second file, or change B with --set or --configuration',
    ],
    [['-', '-'], 'B: standard input cannot be read twice; name a file for one of them'],
    [['a.yaml', '--set', 'sise=1'], '--set sise: this field is not known; did you mean size?'],
    [
      ['a.yaml', '--set', 'compute.workingSett=4GB'],
      '--set compute.workingSett: this field is not known; did you mean workingSet?',
    ],
    [['a.yaml', '--set', 'max=3.5'], '--set max: 3.5 CU is not a size; use 3 or 4'],
    [[WEEK, '--set', 'max=3.5'], '--set max: 3.5 CU is not a size; use 3 or 4'],
    [[WEEK, '--configuration', '0.25-3.5'], '--configuration: 3.5 CU is not a size; use 3 or 4'],
    [
      ['a.yaml', '--set', 'suspendAfter=3x'],
      '--set suspendAfter: found "3x"; write a duration such as 5m, or off',
    ],
    [['a.yaml', '--set', 'pooler=yes'], '--set pooler: found "yes"; write true or false'],
    [
      ['a.yaml', '--set', 'demand.function.sessions=1'],
      '--set demand.function.sessions: demand has no function; did you mean functions?',
    ],
    [
      ['a.yaml', '--set', 'demand[0].query={ cpu: 60 }'],
      '--set demand[0].query.cpu: found 60; write a duration such as 20ms, or { mean: 20ms }, { median: 20ms, p95: 90ms } or { min: 5ms, tail: 1.5 }',
    ],
    [
      ['a.yaml', '--set', 'horizon.x=1'],
      '--set horizon.x: horizon is "1h" and has no fields; set all of horizon',
    ],
    [
      ['a.yaml', '--set', 'max='],
      '--set: found "max="; write a field and its value such as max=4 or compute.workingSet=4GB',
    ],
    [
      [WEEK, '--set', 'horizon=1d'],
      '--set horizon: the trace itself states this; set compute, seed, facts, plan, prices, releases, events, passThrough, bill, assumptions',
    ],
    [
      ['two.yaml', '--set', 'size=1'],
      'two.yaml: it has 2 computes; a comparison is made for one: give a scenario of each',
    ],
    [
      ['a.yaml', 'two.yaml', '--set', 'size=1'],
      '--set size: the scenario lists 2 computes; name one of them, such as computes.0.size',
    ],
    [
      ['a.yaml', '--set', 'size=1', '--fail-above', 'cost=+x%'],
      '--fail-above cost: found "+x%"; write a share such as +10%',
    ],
  ])('%j is a problem', async (args, message) => {
    const { code, out, err } = await compare(...args);
    expect([code, out, err]).toEqual([2, '', `tidemark: ${message}\n`]);
  });
});
