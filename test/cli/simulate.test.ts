import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const small = `why: A small question.
horizon: 2h
compute: { min: 0.25, max: 2 }
demand:
  - { kind: arrivals, perSecond: 0.02, query: { cpu: { mean: 30ms }, wait: 10ms } }
`;

const ask = (args: readonly string[], text = small) =>
  run(['simulate', 's.yaml', ...args], { 's.yaml': text });

describe('tidemark simulate', () => {
  test('answers in text that fits 80 columns, with the same demand under other configurations beside it', async () => {
    const { code, out, err } = await ask([]);
    expect([code, err]).toEqual([0, '']);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const part of [
      'A small question.',
      'Cost',
      'this configuration',
      'always on',
      'fixed at 0.25 CU',
      'fixed at 2 CU',
      'Assumed:',
    ]) {
      expect(out).toContain(part);
    }
  });

  test('--json is one document with a schema and a version, the same bytes each time', async () => {
    const [a, b] = [await ask(['--json']), await ask(['--json'])];
    expect(a.out).toBe(b.out);
    const answer = JSON.parse(a.out);
    expect(answer).toMatchObject({
      schema: 'tidemark/simulation',
      version: 4,
      partial: false,
      seed: 1,
      facts: '2026-11',
      plan: 'scale',
    });
    expect(answer.beside).toHaveLength(3);
    expect(answer.totals.queries).toBe(answer.computes[0].events['query.done']);
    expect(answer.hours.from).toEqual(['2026-03-02T00:00', '2026-03-02T01:00']);
    expect(answer.computes[0].hours.awakeMs).toEqual(answer.hours.awakeMs);
  });

  test('compares a project of many computes with all of them always on, or each at an end of its range', async () => {
    const text = `why: x
horizon: 3h
computes:
  - { name: fixed, size: 1, suspendAfter: "off", demand: [] }
  - { name: range, copies: 30, min: 0.5, max: 2, demand: [{ kind: poller, every: 1h, offset: 30m, keepsConnection: false }] }
`;
    const answer = JSON.parse((await ask(['--json'], text)).out);
    const { totals, beside } = answer;
    expect(beside.map(({ name }: { name: string }) => name)).toEqual([
      'always on',
      'each fixed at its minimum',
      'each fixed at its maximum',
    ]);
    expect(totals.wakes).toBe(90);
    expect(beside.map(({ wakes }: { wakes: number }) => wakes)).toEqual([0, 90, 90]);
    const [alwaysOn, atMinimum, atMaximum] = beside.map(({ cuHours }: { cuHours: number }) => cuHours - 3);
    expect(alwaysOn).toBeCloseTo(30 * 0.5 * 3, 0);
    expect(atMaximum).toBeCloseTo(4 * atMinimum, 0);
    expect(totals).toMatchObject({ throttledSeconds: 0, refused: 0 });
    const shown = (await ask([], text)).out;
    expect(shown).toMatch(/^these configurations +[\d.]+ +\$[\d.]+ +90 +0 ms +0$/m);
    expect(shown).toMatch(/^each fixed at its maximum /m);
  });

  test('limits the size of a document of many computes: changes and awake periods in all, and hourly totals as columns', async () => {
    const text = (copies: number) =>
      `why: x\nhorizon: 1d\ncomputes:\n  - { copies: ${copies}, size: 1, suspendAfter: 1m, demand: [{ kind: poller, every: 3m, keepsConnection: false }] }\n`;
    const { out } = await ask(['--json', '--no-compare'], text(50));
    const [many, one] = [out, (await ask(['--json', '--no-compare'], text(1))).out].map((json) =>
      JSON.parse(json),
    );
    const lengths = ({ timeline, wakes }: typeof many) => [
      timeline.entries.length,
      timeline.entries.length + timeline.omitted,
      wakes.each.length,
      wakes.each.length + wakes.omitted,
    ];
    expect(lengths(one.computes[0])).toEqual([1919, 1919, 480, 480]);
    for (const compute of many.computes) expect(lengths(compute)).toEqual([400, 1919, 100, 480]);
    const sum = (of: (compute: typeof many) => number) =>
      many.computes.reduce((a: number, b: typeof many) => a + of(b), 0);
    expect(many.days).toMatchObject({
      from: ['2026-03-02T00:00'],
      hours: [24],
      wakes: [many.totals.wakes],
      awakeMs: [sum(({ days }) => days.awakeMs[0])],
    });
    expect(many.hours.queries.reduce((a: number, b: number) => a + b)).toBe(many.totals.queries);
    expect(out).toContain('\n  "partial": false,\n');
    expect(out.split('\n').find((line) => line.includes('"awakeMs": ['))).toMatch(
      /"awakeMs": \[(\d+,){23}\d+\],?$/,
    );
  });

  test('gives flags precedence over the file', async () => {
    const answer = JSON.parse(
      (
        await ask([
          '--json',
          '--no-compare',
          '--size',
          '4',
          '--suspend-after',
          'off',
          '--seed',
          '7',
          '--plan',
          'launch',
          '--pooler',
        ])
      ).out,
    );
    expect(answer).toMatchObject({ seed: 7, plan: 'launch', beside: [] });
    expect(answer.computes[0]).toMatchObject({
      size: { cu: 4 },
      suspendAfterMs: null,
      awake: { share: expect.closeTo(1, 3) },
    });
    expect(answer.computes[0].connections.pooledPeak).toBeGreaterThan(0);
  });

  test('writes every event with --events, one document a line, and its counts agree with them', async () => {
    const { out, written } = await ask(['--json', '--no-compare', '--events', 'e.jsonl']);
    const lines = (written['e.jsonl'] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      at: '2026-03-02T00:00:00.000Z',
      compute: 'main',
      kind: 'state',
      state: 'active',
    });
    const { events } = JSON.parse(out).computes[0];
    for (const [kind, count] of Object.entries(events)) {
      expect([kind, lines.filter((line) => line.kind === kind).length]).toEqual([kind, count]);
    }
  });

  test('passes through costs that no configuration changes, and a price list changes only the cost', async () => {
    const text = `${small}passThrough: [{ name: storage, perMonth: 12.5 }]\n`;
    expect((await ask([], text)).out).toContain(
      'Not affected by the configuration, a month: storage $12.50.',
    );
    const files = { 's.yaml': small, 'p.yaml': 'date: 2025-06\ncomputePerCuHour: { scale: 0.444 }' };
    const [now, then] = [
      await run(['simulate', 's.yaml', '--json'], files),
      await run(['simulate', 's.yaml', '--json', '--prices', 'p.yaml'], files),
    ];
    expect(JSON.parse(then.out).totals.cost).toBeCloseTo(2 * JSON.parse(now.out).totals.cost, 5);
  });
});

test('gives the answer so far after Ctrl-C, says that it is partial, and leaves no file behind', async () => {
  const interrupted = await run(
    ['simulate', 's.yaml', '--json', '--events', 'e.jsonl'],
    { 's.yaml': small },
    { interruptAfter: 30 },
  );
  expect(interrupted).toMatchObject({
    code: 130,
    err: 'tidemark: interrupted: the answer is partial\n',
    written: {},
  });
  const answer = JSON.parse(interrupted.out);
  expect(answer).toMatchObject({
    partial: true,
    from: '2026-03-02T00:00:00.000Z',
    until: '2026-03-02T00:30:00.000Z',
    beside: [],
  });
});

describe('bad scenarios: one clear problem for each mistake', () => {
  const wrong = async (text: string, args: readonly string[] = []) => {
    const { code, out, err, written } = await ask(args, text);
    expect([code, out, written]).toEqual([2, '', {}]);
    return err.replaceAll('tidemark: ', '').trimEnd().split('\n');
  };

  test.each([
    [
      'horizon: 2h',
      'horizon: 10000y',
      's.yaml:2, horizon: found "10000y"; write a duration with its unit, such as 250ms, 90s, 5m, 2h or 7d, ten years at most',
    ],
    [
      'horizon: 2h',
      'horizon: 999999d',
      's.yaml:2, horizon: found "999999d"; write a duration with its unit, such as 250ms, 90s, 5m, 2h or 7d, ten years at most',
    ],
    ['horizon: 2h', 'horizn: 2h', 's.yaml:2, horizn: this field is not known; did you mean horizon?'],
    ['max: 2', 'max: 17', 's.yaml:3, compute.max: 17 CU is not a size; use 16 or 18'],
    ['min: 0.25, ', '', 's.yaml:3, compute: a range has two ends, and min is missing; give both'],
    [
      'max: 2 }',
      'max: 2, size: 2 }',
      's.yaml:3, compute: size is set as well as min or max; use size for a fixed size, min and max for a range',
    ],
    [
      'max: 2 }',
      'max: 2, suspendAfter: 10s }',
      's.yaml:3, compute.suspendAfter: 10s is outside 60s to 604800s; use 60s or off',
    ],
    [
      'kind: arrivals',
      'kind: arivals',
      's.yaml:5, demand[0].kind: found "arivals"; write a demand with its kind: arrivals, poller, cron, clients, load, replication or trace',
    ],
    [
      'perSecond: 0.02',
      'perSecond: fast',
      's.yaml:5, demand[0].perSecond: found "fast"; write a rate per second such as 3, or { hours, inside, outside }, { low, high, peakAt }, { weekly }, { steps }, { peak, at }, { sum } or { of, times, growth }',
    ],
    [
      'wait: 10ms',
      'wait: 10',
      's.yaml:5, demand[0].query.wait: found 10; write a duration such as 20ms, or { mean: 20ms }, { median: 20ms, p95: 90ms } or { min: 5ms, tail: 1.5 }',
    ],
    [
      'wait: 10ms',
      'waits: 10ms',
      's.yaml:5, demand[0].query.waits: this field is not known; did you mean wait?',
    ],
    [
      'horizon: 2h',
      'horizon: 2h\ntimezone: Europe/Berln',
      's.yaml:3, timezone: found "Europe/Berln"; write an IANA time zone such as Europe/Berlin',
    ],
    [
      'horizon: 2h',
      'horizon: 2h\nstart: 2026-02-30',
      's.yaml:3, start: found "2026-02-30"; write a local date such as 2026-03-02, or with a time such as 2026-03-02T09:00, or one in UTC such as 2026-03-02T08:00Z',
    ],
    [
      'horizon: 2h',
      'horizon: 2h\nfacts: spec\nplan: free',
      's.yaml:5, compute.max: the free plan has no autoscaling; use the same size for both ends, or a paid plan',
    ],
  ])('%s -> %s', async (found, instead, message) => {
    expect(await wrong(small.replace(found, instead))).toEqual([message]);
  });

  test('a demand of more single queries than any machine can run', async () => {
    const [message] = await wrong(
      small.replace('horizon: 2h', 'horizon: 3000d').replace('perSecond: 0.02', 'perSecond: 100000'),
    );
    expect(message).toBe(
      's.yaml:4, demand: this is about 2.6e+13 queries; shorten the horizon, or describe frequent queries as a load: at most 2e+9 can be simulated one by one',
    );
    expect(await wrong(small.replace('perSecond: 0.02', 'perSecond: 1000000000'))).toHaveLength(1);
  });

  test.each([
    [
      'arrivals whose clients try for an hour',
      small
        .replace('perSecond: 0.02', 'perSecond: 100000')
        .replace('wait: 10ms }', 'wait: 10ms }, client: { retries: 3, backOff: 1h }'),
      's.yaml:5, demand[0]: about 7.2e+8 clients could wait at once',
    ],
    [
      'groups of many computes together',
      'why: x\nhorizon: 1h\ncomputes:\n  - copies: 500\n    demand:\n' +
        '      - { kind: cron, at: "0 * * * *" }\n      - { kind: clients, count: 20000, think: 1m }\n',
      's.yaml:7, computes[0].demand[1]: about 1.0e+7 clients could wait at once, most of them here',
    ],
  ])('more clients than memory can hold: %s', async (_, text, found) => {
    expect(await wrong(text)).toEqual([
      `${found}; use fewer clients, let them give up sooner (client: connectTimeout, retries, backOff), or describe them as a load: at most 4e+6 can be simulated one by one`,
    ]);
  });

  test('two primaries on a branch, and two computes of one name', async () => {
    const compute = '  - { name: a, branch: main, demand: [] }\n';
    expect(await wrong(`why: x\nhorizon: 1h\ncomputes:\n${compute}${compute}`)).toEqual([
      's.yaml:3, computes: two computes are named a; give each its own name',
      's.yaml:3, computes: branch main has two read_write computes; make one of them read_only, or give it a branch of its own, and move it to main once the other has left (changes)',
    ]);
  });

  test('a mistake in a compute of many copies, reported once', async () => {
    expect(
      await wrong('why: x\nhorizon: 1h\ncomputes:\n  - { copies: 3, min: 1, max: 17, demand: [] }\n'),
    ).toEqual(['s.yaml:4, computes[0].max: 17 CU is not a size; use 16 or 18']);
  });

  test('a change outside the horizon, and one that changes nothing', async () => {
    const changes = (list: string) => small.replace('max: 2 }', `max: 2, changes: [${list}] }`);
    expect(await wrong(changes('{ at: 3h, do: restart }'))).toEqual([
      's.yaml:3, compute.changes[0].at: this is outside the horizon; use a time from the start of the scenario up to its end',
    ]);
    expect(await wrong(changes('{ at: 1h }'))).toEqual([
      's.yaml:3, compute.changes[0]: found a group of fields; write one thing that changes: a size, min and max, suspendAfter, branch, or do',
    ]);
  });

  test('contradictory flags', async () => {
    expect(await wrong(small, ['--suspend-after', '5'])).toEqual([
      '--suspend-after: found "5"; write a duration with its unit such as 5m, or off',
    ]);
    expect(await wrong(small, ['--size', '3.5'])).toEqual(['--size: 3.5 CU is not a size; use 3 or 4']);
  });

  test('any change of a few characters is answered or refused, never a crash', async () => {
    const mutation = fc.tuple(
      fc.nat({ max: small.length }),
      fc.nat({ max: 6 }),
      fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom('-1', '0', '1e9', 'null', '[]', '{}', '2h', 'off', ': '),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const text = mutations.reduce(
          (old, [at, removed, added]) => old.slice(0, at) + added + old.slice(at + removed),
          small,
        );
        const { code, out, err } = await ask(['--no-compare', '--json'], text);
        expect([0, 2], err).toContain(code);
        if (code === 2) expect([out, err === '']).toEqual(['', false]);
      }),
      { numRuns: 400 },
    );
  });
});

test('a terminal with colours shows the same text, with a coloured title and pictures', async () => {
  const files = {
    'there.yaml': readFileSync(new URL('../../scenarios/connection-storm.yaml', import.meta.url)),
  };
  const plain = await run(['simulate', 'there.yaml'], files);
  const coloured = await run(['simulate', 'there.yaml'], files, { hasColours: true });
  const CODES = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  expect(plain.out).not.toMatch(CODES);
  expect(coloured.out.match(CODES)?.length).toBeGreaterThan(10);
  expect(coloured.out.replaceAll(CODES, '')).toBe(plain.out);
  const markdown = ['simulate', 'there.yaml', '--format', 'markdown'];
  expect((await run(markdown, files, { hasColours: true })).out).toBe((await run(markdown, files)).out);
});

describe('tidemark init', () => {
  test.each(['web', 'poller', 'cron', 'batch', 'pool', 'load'])(
    'writes a scenario of a %s that simulates',
    async (demand) => {
      const { code, written, err } = await run([
        'init',
        'new.yaml',
        '--demand',
        demand,
        '--timezone',
        'Asia/Tokyo',
      ]);
      expect([code, err]).toEqual([0, 'new.yaml is written. Next: tidemark simulate new.yaml\n']);
      // Two days show as much as four weeks.
      const short = { 'new.yaml': (written['new.yaml'] ?? '').replace(/^horizon: .*/m, 'horizon: 2d') };
      const answer = await run(['simulate', 'new.yaml', '--json', '--no-compare'], short);
      expect(answer.code).toBe(0);
      const { timezone, from, until } = JSON.parse(answer.out);
      expect([timezone, Date.parse(until) - Date.parse(from)]).toEqual(['Asia/Tokyo', 2 * 86_400_000]);
    },
  );

  test('takes sizes and timeout from flags', async () => {
    const { written } = await run(['init', '--min', '1', '--max', '8', '--suspend-after', 'off']);
    expect(written['scenario.yaml']).toContain('  min: 1\n  max: 8\n');
    expect(written['scenario.yaml']).toContain('suspendAfter: "off"');
  });

  test('overwrites a file only with --force', async () => {
    const files = { 'there.yaml': 'mine' };
    expect(await run(['init', 'there.yaml'], files)).toMatchObject({
      code: 2,
      err: 'tidemark: there.yaml: the file exists already; name another, or add --force\n',
      written: {},
    });
    expect((await run(['init', 'there.yaml', '--force'], files)).code).toBe(0);
  });

  test('writes to standard output for -', async () => {
    const { code, out, err, written } = await run(['init', '-', '--size', '2']);
    expect([code, err, written]).toEqual([0, '', {}]);
    const short = out.replace(/^horizon: .*/m, 'horizon: 2d');
    const answer = await run(['simulate', 'piped.yaml', '--no-compare'], { 'piped.yaml': short });
    expect(answer.code).toBe(0);
  });

  test('prints the published schema with --schema', async () => {
    const schema = JSON.parse((await run(['init', '--schema'])).out);
    expect(schema).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['why', 'horizon']),
      additionalProperties: false,
    });
  });
});

test('tidemark watch prints each change as a line if the output is no terminal', async () => {
  const { code, out } = await run(['watch', 's.yaml', '--speed', '9999999x'], { 's.yaml': small });
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines[0]).toBe('2026-03-02T00:00:00Z main: active at 0.25 CU, the run begins');
  expect(lines.some((line) => line.includes('active, pending idle'))).toBe(true);
});
