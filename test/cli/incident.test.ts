import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const root = new URL('../../', import.meta.url);
const shipped = (name: string) => readFileSync(new URL(`scenarios/${name}`, root), 'utf8');
const DARK = `{"schema":"tidemark/trace","version":1,"name":"dark","timezone":"Europe/Berlin","stepMs":60000,"columns":[{"quantity":"cpu","statistic":"average","gap":"unknown","source":"made up"}]}
${Array.from({ length: 240 }, (_, i) => JSON.stringify([Date.UTC(2026, 2, 3, 8) + i * 60_000, i < 60 || i >= 180 ? 0.5 : null])).join('\n')}
`;
const SMALL = `why: Two hundred functions at once, straight to Postgres.
timezone: Europe/Berlin
horizon: 40m
compute: { size: 0.25 }
demand:
  - name: functions
    kind: cron
    at: "30 * * * *"
    sessions: 200
    query: { cpu: 0ms, wait: 400ms }
`;
const files = {
  'storm.yaml': SMALL,
  'hopeless.yaml': SMALL.replace('wait: 400ms', 'temporary: 2TB'),
  'week.jsonl': shipped('traces/office-week.jsonl'),
  'many.yaml': shipped('replicas.yaml'),
  'dark.jsonl': DARK,
};
const STORM = ['storm.yaml', '--at', '30m', '--around', '5m'];

const incident = (...args: readonly string[]) => run(['incident', ...args], files);
const document = async (...args: readonly string[]) => JSON.parse((await incident(...args, '--json')).out);
/** Joins wrapped lines. */
const flat = (text: string) => text.replaceAll(/\n */g, ' ');

const EVENLY = ['--assume', 'random-arrivals=no'];

describe('tidemark incident', () => {
  test('says first what ran out and at which second, then what prevents it, in 80 columns', async () => {
    const { code, out, err } = await incident(...STORM);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(flat(out)).toMatch(
      /^Connections ran out first, at 00:30:00: all 97 were in use, and 103 connects were refused\. Two hundred functions /,
    );
    expect(flat(out)).toContain(
      'The cheapest single change that prevents it: a maximum of 0.5 CU, not 0.25 CU. It costs nothing more. With it, nothing runs out.',
    );
    expect(out).toContain('(SQLSTATE 53300)');
  });

  test('shows the limits in force when something ran out, even after a resize', async () => {
    const resized = SMALL.replace('{ size: 0.25 }', '{ size: 0.25, changes: [{ at: 20m, size: 0.5 }] }');
    const { out } = await run(['incident', ...STORM], {
      'storm.yaml': resized.replace('sessions: 200', 'sessions: 300'),
    });
    expect(flat(out)).toContain(
      'Connections ran out first, at 00:30:00: all 202 were in use, and 98 connects',
    );
  });

  test('describes commands, and what refused them, in words', async () => {
    const moved = SMALL.replace(
      '{ size: 0.25 }',
      '{ size: 0.25, changes: [{ at: 29m, do: restart }, { at: 29m, branch: dev }] }',
    );
    const { out } = await run(['incident', ...STORM], { 'storm.yaml': moved });
    expect(flat(out)).toContain('a restart was requested');
    expect(flat(out)).toContain(
      'a move to another branch was requested and refused: another change was under way',
    );
    expect(out).not.toMatch(/branch\.change|rejectBusy/);
  });

  test('names a change that breaks another objective, and does not prefer it', async () => {
    const free = [...STORM, '--facts', 'spec', '--plan', 'free', '--objective', 'delay-p95=1s'];
    const { out } = await incident(...free);
    expect(flat(out)).toContain('that prevents it: all clients through the pooler. It costs nothing more.');
    const steady = await incident(...free, '--objective', 'pool-wait-p99=100ms');
    expect([steady.code, steady.err]).toEqual([1, 'tidemark: no single change prevents it\n']);
    expect(flat(steady.out)).toContain(
      'The closest is all clients through the pooler (nothing more), which prevents it and breaks pool-wait-p99 400 ms, above 100 ms.',
    );
  });

  test('gives a document with the same times in UTC, whichever way they were asked for', async () => {
    const found = await document(...STORM);
    expect([found.schema, found.version, found.at]).toEqual([
      'tidemark/incident',
      2,
      '2026-03-01T23:30:00.000Z',
    ]);
    expect(found.window).toEqual({ from: '2026-03-01T23:25:00.000Z', until: '2026-03-01T23:35:00.000Z' });
    expect(found.errors).toEqual([
      {
        key: 'connections',
        reason: 'all connections are in use',
        sqlstate: '53300',
        message: 'FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute',
        resource: 'connections',
        count: 103,
        firstAt: found.troubles[0].from,
        lastAt: found.troubles[0].until,
      },
    ]);
    expect(found.best.remedy).toEqual({ lever: 'maximum', demand: null, from: 0.25, to: 0.5 });
    expect(found.best.morePerMonth).toBe(
      Number((found.best.costPerMonth - found.current.costPerMonth).toPrecision(12)),
    );
    for (const at of ['2026-03-02T00:30', '2026-03-02T01:30+02:00', '2026-03-01T23:30:00Z'])
      expect(await document('storm.yaml', '--at', at, '--around', '5m')).toEqual(found);
    expect(found).not.toHaveProperty('simulation');
  });

  test('uses the configuration at that time, for a trace too, and local times of its zone', async () => {
    const found = await document(
      'week.jsonl',
      '--at',
      '2026-03-03T11:50',
      '--around',
      '10m',
      '--current',
      '0.25-0.5, 5m',
      ...EVENLY,
    );
    expect(found.at).toBe('2026-03-03T10:50:00.000Z');
    expect(found.configuration.size).toEqual({ minCu: 0.25, maxCu: 0.5 });
    expect(found.troubles[0].resource).toBe('cpu');
    expect(found.best).toMatchObject({
      remedy: { lever: 'range', demand: null, from: '0.25-0.5', to: '2-3' },
      broken: [],
    });
    const { out } = await incident(
      'week.jsonl',
      '--at',
      '2026-03-03T11:50',
      '--around',
      '10m',
      '--current',
      '0.25-0.5, 5m',
      ...EVENLY,
    );
    expect(flat(out)).toMatch(/^Processors ran out first, at 11:40:00 or before: /);
    expect(flat(out)).toContain('A cheaper change: a maximum of 2 CU');
    expect(flat(out)).toContain('Limitations: - Loads do not say how clients connect, so');
  });

  test('judges objectives as a plan does', async () => {
    const asked = ['week.jsonl', '--at', '2026-03-03T11:50', '--around', '10m', ...EVENLY];
    const found = await document(...asked, '--current', '0.25-0.5, 5m');
    const { out } = await incident(...asked, '--current', '0.25-0.5, 5m');
    expect(found.enough).toMatchObject({ prevents: false, broken: [] });
    expect(found.enough.costPerMonth).toBeLessThan(found.best.costPerMonth);
    expect(flat(out)).toContain(`A plan is less strict: ${found.enough.change}`);
    const configurationOf = ({ remedy }: { remedy: { lever: string; from: number; to: number | string } }) =>
      ({
        range: `${remedy.to}, 5m`,
        maximum: `0.25-${remedy.to}, 5m`,
        minimum: `${remedy.to}-0.5, 5m`,
        size: `${remedy.to}, 5m`,
      })[remedy.lever];
    const ofSizes = found.tried.filter(
      (one: Parameters<typeof configurationOf>[0] & { broken: unknown }) =>
        one.broken !== null && configurationOf(one) !== undefined,
    );
    expect(ofSizes.length).toBeGreaterThan(2);
    for (const one of ofSizes) {
      const { out: planned } = await run(
        ['plan', 'week.jsonl', '--current', configurationOf(one) as string, '--json', ...EVENLY],
        files,
      );
      const names = (broken: readonly { objective: string; under?: unknown }[]) =>
        broken.map(({ objective, under }) => [objective, under]);
      expect(names(one.broken)).toEqual(names(JSON.parse(planned).current.broken));
    }
    const kept = await incident(...asked, '--current', '0.25-4, 5m');
    expect(flat(kept.out)).toContain(
      'A plan is less strict: the current configuration meets all objectives, because they allow these waits.',
    );
  });

  test('says which configuration it assumed, and which flag sets it', async () => {
    const asked = ['week.jsonl', '--at', '2026-03-03T11:50'];
    expect(flat((await incident(...asked)).out)).toContain(
      '0.25 to 2 CU, sleep after 5m (assumed: a trace does not state its configuration, --current does), plan',
    );
    expect(flat((await incident(...asked, '--current', '1-2, 5m')).out)).toContain(
      '1 to 2 CU, sleep after 5m (--current), plan',
    );
    expect(flat((await incident(...STORM)).out)).toContain('(from the scenario)');
    expect((await document(...asked)).configurationFrom).toBe('default');
  });

  test('says so if nothing ran out', async () => {
    const { code, out } = await incident('storm.yaml', '--at', '10m', '--around', '15m');
    expect(code).toBe(0);
    expect(flat(out)).toMatch(
      /^Nothing ran out, and no client waited a second or longer\. The first error that a client saw is at 2026-03-02 00:30:00: all connections are in use\./,
    );
    expect(flat(out)).toContain('(cut at an end of the file)');
  });

  test('names the nearest change if no single one helps, and exits with 1', async () => {
    const { code, out, err } = await incident('hopeless.yaml', '--at', '30m', '--around', '1m');
    expect([code, err]).toEqual([1, 'tidemark: no single change prevents it\n']);
    expect(flat(out)).toMatch(
      /None of the \d+ changes that were tried prevents it alone\. (The closest is|None of them helps)/,
    );
  });

  test('gives no partial answer after Ctrl-C', async () => {
    const { code, out, err } = await run(['incident', ...STORM], files, { interruptAfter: 30 });
    expect([code, out, err]).toEqual([
      130,
      'Interrupted: there is no answer.\n',
      'tidemark: interrupted: there is no answer\n',
    ]);
  });

  test.each([
    [
      ['week.jsonl', '--at', '2026-04-02T10:00'],
      'week.jsonl, --at: it does not cover 2026-04-02T10:00; name a time from 2026-03-02T03:00:00 on and before 2026-03-08T19:15:00 (Europe/Berlin)',
    ],
    [
      ['storm.yaml', '--at', '2h'],
      'storm.yaml, --at: it does not cover 2h; name a time from 2026-03-02T00:00:00 on and before 2026-03-02T00:40:00 (Europe/Berlin)',
    ],
    [
      ['dark.jsonl', '--at', '2026-03-03T11:00', '--around', '30m'],
      'dark.jsonl, --at, --around: the trace has no samples from 2026-03-03T10:30:00 to 2026-03-03T11:30:00; name a time before 2026-03-03T10:00:00, or from 2026-03-03T12:00:00 on (Europe/Berlin)',
    ],
    [
      ['storm.yaml', '--at', 'noon'],
      '--at: found "noon"; write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    ],
    [
      ['storm.yaml', '--at', '30m', '--around', '5'],
      '--around: found "5"; write a duration with its unit such as 30m, from 1s to 7d',
    ],
    [
      ['many.yaml', '--at', '1h'],
      'many.yaml: it has 3 computes; an answer is made for one: give a scenario of each',
    ],
    [
      ['storm.yaml', '--at', '30m', '--current', 'large'],
      '--current: found "large"; write a configuration such as "0.25-2, 5m" or "1, off, pooler"',
    ],
  ])('%j is a problem', async (args, message) => {
    const { code, out, err } = await incident(...args);
    expect([code, out, err]).toEqual([2, '', `tidemark: ${message}\n`]);
  });
});
