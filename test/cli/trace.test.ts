import { EventEmitter } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Ran, run } from './run.ts';

const MIDNIGHT = Date.UTC(2026, 2, 2);

interface Made {
  readonly columns?: readonly (readonly [quantity: string, statistic: string])[];
  readonly gap?: string;
  readonly timezone?: string;
}

/** A trace in our own format: rows with minutes after midnight, and values. */
function lines(rows: readonly (readonly (number | null)[])[], made: Made = {}): string {
  const { columns = [['cpu', 'average']], gap = 'suspended', timezone = 'UTC' } = made;
  const head = {
    schema: 'tidemark/trace',
    version: 1,
    name: 'made',
    timezone,
    stepMs: 60_000,
    columns: columns.map(([quantity, statistic]) => ({ quantity, statistic, gap, source: quantity })),
  };
  const shown = rows.map(([minute, ...values]) => [MIDNIGHT + (minute as number) * 60_000, ...values]);
  return [head, ...shown].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** An hour of work, a gap of two hours, and an hour of work. */
const work = lines(
  Array.from({ length: 240 }, (_, i) => [i, i < 60 || i >= 180 ? 0.8 : null]).filter(
    ([, cpu]) => cpu !== null,
  ),
);

const problemOf = ({ code, out, err, written }: Ran) => {
  expect([code, out, written]).toEqual([2, '', {}]);
  return err.replaceAll('tidemark: ', '').trimEnd();
};

describe('tidemark simulate of a trace', () => {
  const simulate = (args: readonly string[] = [], text = work) =>
    run(['simulate', 't.jsonl', '--json', '--no-compare', ...args], { 't.jsonl': text });

  test('runs it at its own times, with the default configuration', async () => {
    const { code, out } = await simulate();
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({
      schema: 'tidemark/simulation',
      from: '2026-03-02T00:00:00.000Z',
      until: '2026-03-02T04:00:00.000Z',
      computes: [{ size: { minCu: 0.25, maxCu: 2 }, suspendAfterMs: 300_000 }],
      totals: { wakes: 1 },
      notes: [],
    });
    // Two hours of 0.8 vCPU.
    expect(answer.computes[0].cpu.usedCpuHours).toBeCloseTo(2 * 0.8, 2);
  });

  test('takes the flags of a scenario, and those of a trace', async () => {
    const answer = JSON.parse(
      (
        await simulate([
          '--size',
          '1',
          '--suspend-after',
          'off',
          '--plan',
          'launch',
          '--vcpus',
          '0.8',
          '--cpu-per-query',
          '5ms',
        ])
      ).out,
    );
    expect(answer).toMatchObject({ plan: 'launch', totals: { wakes: 0 } });
    expect(answer.computes[0]).toMatchObject({ size: { cu: 1 }, suspendAfterMs: null });
    expect(answer.notes).toEqual([
      '120 of 120 samples of CPU are at 90% or more of the capacity, so they are lower bounds; the demand may have been higher.',
    ]);
  });

  test('says how the trace became demand, in text that fits 80 columns', async () => {
    const text = lines([[0, 0.5, 9]], {
      columns: [
        ['cpu', 'average'],
        ['connections', 'maximum'],
      ],
    });
    const { out } = await run(['simulate', 't.jsonl', '--full'], { 't.jsonl': text });
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out).toContain('What would this configuration do with the demand of made');
    expect(out).toContain(
      'How the trace became demand:\n  - Whenever there is demand, 9 connections are open,',
    );
  });

  test('refuses a configuration that the plan of the service does not allow', async () => {
    expect(problemOf(await simulate(['--plan', 'free', '--suspend-after', 'off']))).toMatch(
      /^t\.jsonl: .*free plan/,
    );
  });

  test.each([
    [['--timezone', 'Berlin'], '--timezone: found "Berlin"; write an IANA time zone such as Europe/Berlin'],
    [
      ['--cpu-per-query', '5'],
      '--cpu-per-query: found "5"; write a duration with its unit such as 20ms, 0.01ms or more',
    ],
  ])('bad flags: %j', async (args, message) => {
    expect(problemOf(await simulate(args))).toBe(message);
  });

  test.each([
    ['--map', 'cpu=x'],
    ['--vcpus', '2'],
    ['--timezone', 'UTC'],
    ['--gap', 'zero'],
    ['--cpu-per-query', '5ms'],
  ])('%s on a scenario is a problem', async (flag, value) => {
    const files = { 's.yaml': 'why: x\nhorizon: 1h\ndemand: []\n' };
    expect(problemOf(await run(['simulate', 's.yaml', flag, value], files))).toBe(
      `${flag}: it is for a trace, and the file is a scenario; leave it out; a demand of kind trace has a field for it`,
    );
  });
});

describe('tidemark simulate of a table', () => {
  const table = [
    'time,cpu_percent',
    '2026-03-02 00:00:00,40',
    '2026-03-02 00:01:00,-1',
    '2026-03-02 00:02:00,50',
    '2026-03-02 00:05:00,50',
  ].join('\n');
  const simulate = (...args: readonly string[]) =>
    run(['simulate', 't.csv', '--vcpus', '2', '--json', '--no-compare', ...args], { 't.csv': table });

  test('says what was guessed, skipped and taken for a gap', async () => {
    const { notes } = JSON.parse((await simulate()).out) as { notes: string[] };
    expect(notes.join('; ')).toMatch(/cpu from "cpu_percent" as percent of 2 vCPU/);
    expect(notes.join('; ')).toMatch(/taken as unknown.*Skipped 1: /);
  });

  test('treats gaps as --gap says', async () => {
    const { notes } = JSON.parse((await simulate('--gap', 'suspended')).out) as { notes: string[] };
    expect(notes.join('; ')).not.toMatch(/taken as unknown/);
  });

  test('reports the line of the first cell that cannot be read with --strict', async () => {
    expect(problemOf(await simulate('--strict'))).toMatch(/^t\.csv:3/);
  });
});

describe('traces in a scenario', () => {
  const scenario = (trace: string, more = 'horizon: 4h') => `why: Both together.
${more}
demand:
  - { kind: poller, every: 10m, keepsConnection: false }
  - { kind: trace, ${trace} }
`;
  const ask = (trace: string, more?: string, args: readonly string[] = ['--json', '--no-compare']) =>
    run(['simulate', 'of/s.yaml', ...args], { 'of/s.yaml': scenario(trace, more), 'of/data/t.jsonl': work });

  test('can be combined with other demand, and have paths relative to the scenario', async () => {
    const { code, out, err } = await ask('file: ./data/t.jsonl, cpuPerQuery: 10ms');
    expect([code, err]).toEqual([0, '']);
    const answer = JSON.parse(out);
    expect(answer.computes[0].cpu.usedCpuHours).toBeCloseTo(2 * 0.8, 2);
    expect(answer.totals.queries).toBe(24);
  });

  test('may be logs, with the prefix of their server', async () => {
    const log = [0, 1, 2]
      .map(
        (minute) => `|7|2026-03-02 00:0${minute}:00.000 UTC|LOG:  duration: 5.000 ms  statement: select 1\n`,
      )
      .join('');
    const files = { 's.yaml': scenario("file: t.log, cpuPerQuery: 5ms, logPrefix: '|%p|%m|'"), 't.log': log };
    const { code, out, err } = await run(['simulate', 's.yaml', '--json', '--no-compare'], files);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('CPU follows from the queries, each with 5 ms.');
  });

  test('have their own times, or times from the start of the scenario', async () => {
    expect(problemOf(await ask('file: data/t.jsonl', 'start: 2026-05-01\nhorizon: 4h'))).toBe(
      'of/s.yaml:6, demand[1].file: the trace goes from 2026-03-02T00:00 to 2026-03-02T04:00, outside the scenario; set start to a time within it, or add at: start, to let it begin with the scenario',
    );
    const moved = await ask('file: data/t.jsonl, at: start', 'start: 2026-05-01\nhorizon: 4h');
    const there = await ask('file: data/t.jsonl');
    expect(JSON.parse(moved.out).totals.cuHours).toBe(JSON.parse(there.out).totals.cuHours);
  });

  test.each([
    ['file: none.csv', 'of/s.yaml:5, demand[1].file: of/none.csv: there is no such file; check the path'],
    [
      'file: data/t.jsonl, map: 3',
      'of/s.yaml:5, demand[1].map: found 3; write a list such as ["cpu=load:percent"], or a group such as { cpu: "load:percent" }',
    ],
    ['fil: data/t.jsonl', 'of/s.yaml:5, demand[1].fil: this field is not known; did you mean file?'],
    [
      'file: data/t.jsonl, timezone: Berlin',
      'of/s.yaml:5, demand[1].timezone: found "Berlin"; write an IANA time zone such as Europe/Berlin',
    ],
  ])('%s', async (trace, message) => {
    expect(problemOf(await ask(trace))).toBe(message);
  });

  test('report what is missing with the line that names the trace', async () => {
    const files = {
      's.yaml': scenario('file: t.jsonl'),
      't.jsonl': lines([[0, 5]], { columns: [['queries', 'average']] }),
    };
    expect(problemOf(await run(['simulate', 's.yaml'], files))).toBe(
      's.yaml:5, demand[1].file: of the trace: it has queries and no CPU; give the CPU of one query with --cpu-per-query 5ms or cpuPerQuery: 5ms',
    );
  });

  test('are watched like any demand', async () => {
    const files = { 's.yaml': scenario('file: t.jsonl'), 't.jsonl': work };
    const { code, out } = await run(['watch', 's.yaml', '--speed', '9999999x'], files);
    expect(code).toBe(0);
    expect(out).toContain('main: active at 1 CU');
  });
});

describe('tidemark trace', () => {
  test('inspect answers in text that fits 80 columns, and as a document', async () => {
    const text = await run(['trace', 'inspect', 't.jsonl'], { 't.jsonl': work });
    expect(text.code).toBe(0);
    expect(Math.max(...text.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const part of [
      'The trace made',
      'Gaps          1, 2 h in all',
      'Column',
      'cpu by hour of the day',
      'Question',
    ]) {
      expect(text.out).toContain(part);
    }
    const { out } = await run(['trace', 'inspect', 't.jsonl', '--json', '--vcpus', '2'], { 't.jsonl': work });
    expect(JSON.parse(out)).toMatchObject({
      schema: 'tidemark/trace-summary',
      version: 2,
      from: '2026-03-02T00:00:00.000Z',
      until: '2026-03-02T04:00:00.000Z',
      samples: 120,
      gaps: { count: 1, longestMs: 7_200_000 },
      idle: { by: 'cpu', count: 1, longShare: 1, timeShare: 0.5 },
      hiddenDemand: { samples: 0, of: 120 },
    });
    const markdown = await run(['trace', 'inspect', 't.jsonl', '--format', 'markdown'], { 't.jsonl': work });
    expect(markdown.out).toContain('| Question | Answered | Why | Add |');
  });

  test('slice and merge give the whole again, the same bytes', async () => {
    const files = { 't.jsonl': work };
    const first = await run(
      ['trace', 'slice', 't.jsonl', '--to', '2026-03-02T03:10', '-o', 'a.jsonl'],
      files,
    );
    const last = await run(
      ['trace', 'slice', 't.jsonl', '--from', '2026-03-02T04:10+01:00', '-o', 'b.jsonl'],
      files,
    );
    expect([first.err, last.err]).toEqual([
      'a.jsonl is written: 70 samples.\n',
      'b.jsonl is written: 50 samples.\n',
    ]);
    const whole = await run(['trace', 'merge', 'b.jsonl', 'a.jsonl', '-o', '-'], {
      ...first.written,
      ...last.written,
    });
    expect(whole.out).toBe((await run(['trace', 'convert', 't.jsonl', '-o', '-'], files)).out);
  });

  test('slice takes times in the zone of the trace', async () => {
    const files = {
      't.jsonl': lines(
        [
          [0, 1],
          [60, 2],
        ],
        { timezone: 'Europe/Berlin' },
      ),
    };
    const { out } = await run(['trace', 'slice', 't.jsonl', '--from', '2026-03-02T02:00', '-o', '-'], files);
    expect(out.split('\n')[1]).toBe(`[${MIDNIGHT + 3_600_000},2]`);
  });

  test('convert compresses, and changes the step', async () => {
    const files = { 't.jsonl': work };
    const { written } = await run(['trace', 'convert', 't.jsonl', '-o', 't.jsonl.gz'], files);
    const unpacked = gunzipSync(Buffer.from(written['t.jsonl.gz'] as string, 'latin1')).toString();
    expect(unpacked).toBe((await run(['trace', 'convert', 't.jsonl', '-o', '-'], files)).out);
    const { out } = await run(['trace', 'convert', 't.jsonl', '--step', '1h', '-o', '-'], files);
    expect(out.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^\[1772409600000,0\.8\d*\]$/),
      expect.stringMatching(/^\[1772420400000,0\.8\d*\]$/),
    ]);
  });

  test.each([
    [['slice', 't.jsonl', '-o', '-'], '--from: neither --from nor --to is given; give one of them, or both'],
    [
      ['slice', 't.jsonl', '--from', 'monday', '-o', '-'],
      '--from: found "monday"; write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    ],
    [
      ['slice', 't.jsonl', '--from', '2027-01-01', '-o', 'x.jsonl'],
      't.jsonl: this part has no samples or events: the last before it is at 2026-03-02T03:59:00.000Z; name times with samples or events between them',
    ],
    [
      ['convert', 't.jsonl', '--step', '0.5ms', '-o', '-'],
      '--step: found "0.5ms"; write whole milliseconds or more with their unit, such as 5m',
    ],
    [
      ['merge', 't.jsonl', 't.jsonl', '-o', 'x.jsonl'],
      't.jsonl: it begins at 2026-03-02T00:00:00.000Z, before t.jsonl ends, and both have cpu; cut one of them with tidemark trace slice first',
    ],
    [['inspect', 'none.jsonl'], 'none.jsonl: there is no such file; check the path'],
    [['inspect', 's.yaml'], 's.yaml: it does not begin like a trace; docs/traces.md lists the known formats'],
    [
      ['merge', '-', '-', '-o', 'x.jsonl'],
      'standard input: it is named twice, but can be read only once; write one of the traces into a file first',
    ],
    [
      ['slice', 't.jsonl', '--from', '2026-03-03', '--to', '2026-03-02', '-o', '-'],
      '--to: 2026-03-02 is not after 2026-03-03; name a later end',
    ],
    [
      ['generate', 't.jsonl', '-o', '-'],
      't.jsonl: it is a trace already; name a scenario; tidemark trace convert writes a trace in other steps',
    ],
    [['awake', 'nothing.csv'], 'nothing.csv: it is empty; name a trace that has samples'],
    [
      ['inspect', 't.jsonl', '--log-prefix', '%m '],
      't.jsonl, --log-prefix: only lines of a Postgres log have a prefix, and this file is not one; leave it out',
    ],
    [['inspect', 'empty.jsonl'], 'empty.jsonl: it has no samples; name a trace that has some'],
  ])('%j is a problem', async (args, message) => {
    const files = { 't.jsonl': work, 's.yaml': 'why: x\n', 'empty.jsonl': lines([]), 'nothing.csv': '' };
    expect(problemOf(await run(['trace', ...args], files))).toBe(message);
  });

  test.each([
    ['convert', 't.jsonl', '-o', 'x.jsonl'],
    ['convert', 't.jsonl', '--step', '1h', '-o', 'x.jsonl'],
    ['slice', 't.jsonl', '--from', '2026-03-02T01:00', '-o', 'x.jsonl'],
    ['merge', 't.jsonl', 'u.jsonl', '-o', 'x.jsonl'],
  ])('Ctrl-C leaves nothing of %s', async (...args) => {
    const files = { 't.jsonl': work, 'u.jsonl': lines([[0, 1]], { columns: [['load', 'average']] }) };
    const signals = new EventEmitter();
    const onWrite = () => signals.emit('SIGINT');
    const { code, err, written } = await run(['trace', ...args], files, { signals, onWrite });
    expect([code, err, written]).toEqual([130, 'tidemark: interrupted: nothing is written\n', {}]);
    expect(signals.listenerCount('SIGINT')).toBe(0);
  });

  test('Ctrl-C while a trace is simulated gives the answer so far', async () => {
    const { code, out } = await run(
      ['simulate', 't.jsonl', '--json'],
      { 't.jsonl': work },
      { interruptAfter: 0 },
    );
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ partial: true, beside: [] });
  });

  test('convert writes Parquet that reads back the same', async () => {
    const { code, written } = await run(['trace', 'convert', 't.jsonl', '-o', 'o.parquet'], {
      't.jsonl': work,
    });
    expect(code).toBe(0);
    const bytes = Buffer.from(written['o.parquet'] ?? '', 'latin1');
    const back = await run(['trace', 'convert', 'o.parquet', '-o', '-'], { 'o.parquet': bytes });
    expect([back.code, back.out]).toEqual([0, work]);
  });

  test('an output that is neither JSON lines nor Parquet is refused', async () => {
    const { code, err } = await run(['trace', 'convert', 't.jsonl', '-o', 'x.csv'], { 't.jsonl': work });
    expect(code).toBe(2);
    expect(err).toContain('end the name with .jsonl, .jsonl.gz or .parquet');
  });
});

describe('a table of several databases', () => {
  const minutes = Array.from({ length: 120 }, (_, at) => new Date(MIDNIGHT + at * 60_000).toISOString());
  const metrics = `time,endpoint_id,cpu\n${minutes
    .flatMap((time, at) => [`${time},ep/1,${at < 60 ? 0.5 : 0}\n`, `${time},EP_1,1\n`])
    .join('')}`;
  const by = (...args: readonly string[]) => run([...args, '--by', 'endpoint_id'], { 'm.csv': metrics });

  test('becomes a file for each, with a name that every system accepts', async () => {
    const { code, err, written } = await by('trace', 'convert', 'm.csv', '--step', '1h', '-o', 'all/');
    expect([code, Object.keys(written)]).toEqual([0, ['all/ep_1.jsonl', 'all/EP_1_2.jsonl']]);
    expect(written['all/ep_1.jsonl']?.split('\n').slice(1)).toEqual([
      `[${MIDNIGHT},0.5]`,
      `[${MIDNIGHT + 3_600_000},0]`,
      '',
    ]);
    expect(err).toBe(
      'times from "time"\ncpu from "cpu" as vcpu\n' +
        'all/ep_1.jsonl is written: 2 samples.\nall/EP_1_2.jsonl is written: 2 samples.\n',
    );
  });

  test('is listed', async () => {
    const { code, out } = await by('trace', 'inspect', 'm.csv');
    expect(code).toBe(0);
    expect(out).toContain('ep/1          120   2 h  1 min     0  cpu');
    const { traces } = JSON.parse((await by('trace', 'inspect', 'm.csv', '--json')).out);
    expect(traces.map(({ name, samples }: Record<string, unknown>) => [name, samples])).toEqual([
      ['ep/1', 120],
      ['EP_1', 120],
    ]);
  });

  test('becomes a project with a compute for each', async () => {
    const { code, out } = await by(
      'simulate',
      'm.csv',
      '--json',
      '--no-compare',
      '--size',
      '1',
      '--suspend-after',
      'off',
    );
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer.notes).toEqual(['times from "time"', 'cpu from "cpu" as vcpu']);
    expect(answer.until).toBe('2026-03-02T02:00:00.000Z');
    const [one, two] = answer.computes;
    expect([one.name, one.size, one.suspendAfterMs, two.name]).toEqual(['ep/1', { cu: 1 }, null, 'EP_1']);
    expect(one.cpu.usedCpuHours).toBeCloseTo(0.5, 2);
    expect(two.cpu.usedCpuHours).toBeCloseTo(2, 2);
  });

  test('needs a folder, and a folder needs --by', async () => {
    expect(problemOf(await by('trace', 'convert', 'm.csv', '-o', 'all.jsonl'))).toBe(
      '--output: found "all.jsonl"; --by writes many files: name a folder, as in -o traces/',
    );
    expect(problemOf(await run(['trace', 'convert', 'm.csv', '-o', 'all/'], { 'm.csv': metrics }))).toBe(
      '--output: found "all/"; name a file; a folder is for --by',
    );
  });
});

describe('tidemark trace awake', () => {
  const log = Array.from(
    { length: 60 },
    (_, minute) =>
      `2026-03-02 00:${String(minute).padStart(2, '0')}:00.000 UTC [7] anna@shop LOG:  duration: 1 ms  statement: select 1\n`,
  ).join('');
  const awake = (args: readonly string[] = [], text = log) =>
    run(['trace', 'awake', 't.log', ...args], { 't.log': text });

  test('says who keeps the compute awake, how often, and without whom it sleeps', async () => {
    const { code, out } = await awake(['--json', '--min', '1', '--suspend-after', '10s']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'tidemark/awake',
      from: '2026-03-01T23:59:59.000Z',
      until: '2026-03-02T00:59:10.000Z',
      suspendAfterMs: 10_000,
      minimumCu: 1,
      awakeMs: 60 * 10_001,
      groups: [
        { who: { application: '', user: 'anna', database: 'shop' }, period: { kind: 'every', ms: 60_000 } },
      ],
      // It sleeps for five sixths of the time already.
      smallest: { groups: [], awakeMs: 60 * 10_001, savedMs: 0 },
      best: [{ groups: [0], awakeMs: 0, savedMs: 60 * 10_001 }],
    });
    expect((await awake(['--asleep', '90%', '--suspend-after', '10s'])).out).toContain(
      'The compute sleeps for 90% of the time or more without A; removing fewer is not\nenough.',
    );
  });

  test('says when for samples alone, and names nobody', async () => {
    const { out } = await run(['trace', 'awake', 't.jsonl'], { 't.jsonl': work });
    expect(out).toContain('2.17 h, 53.06% of the time');
    expect(out).toContain('The trace has no names and no queries');
    expect(out).not.toContain('Without the best of them');
  });

  test.each([
    [['--suspend-after', 'off'], '--suspend-after: found "off"; write a second or more, such as 5m'],
    [['--min', '0.3'], '--min: found 0.3; write a size such as 0.25, 0.5, 1'],
    [
      ['--asleep', '1'],
      "option '--asleep <SHARE>' argument '1' is invalid. Write a share of the time such as 50%.\nSee tidemark trace awake --help.",
    ],
    [
      ['--log-prefix', '%u '],
      '--log-prefix: a line has no time: there is no %t, %m or %n; write what SHOW log_line_prefix prints; without a time a log is no trace',
    ],
  ])('refuses %s', async (args, problem) => {
    expect(problemOf(await awake(args))).toBe(problem);
  });

  test('refuses a trace that says nothing about activity', async () => {
    expect(problemOf(await awake([], 'time,memory_mib\n2026-03-02 00:00,1\n2026-03-02 00:01,1\n'))).toBe(
      't.log: it does not show when clients are active; it needs events, or a column of queries, activeConnections, cpu or load',
    );
  });
});
