import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 2, 2);

/**
 * Three weeks by the hour. The demand of each hour shows its week and weekday, such as 2.3 on the third day of the
 * second.
 */
const weeks = [
  '{"schema":"tidemark/trace","version":1,"name":"weeks","timezone":"UTC","stepMs":3600000,"columns":[{"quantity":"cpu","statistic":"average","gap":"unknown","source":"made"}]}',
  ...Array.from({ length: 21 * 24 }, (_, i) => {
    const day = Math.floor(i / 24);
    return `[${MONDAY + i * HOUR},${Math.floor(day / 7) + 1 + ((day % 7) + 1) / 10}]`;
  }),
].join('\n');
const files = { 't.jsonl': weeks };

const simulate = async (
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
) => {
  const { code, out, err } = await run(
    ['simulate', file, '--json', '--no-compare', '--size', '8', '--suspend-after', 'off', ...args],
    { ...files, ...more },
  );
  return { code, err, answer: code === 0 ? JSON.parse(out) : null };
};

/** The mean demand of each day in vCPU, as the compute of a large enough run used it. */
async function daysOf(args: readonly string[], yaml: string): Promise<number[]> {
  const { code, out, err } = await run(['trace', 'generate', 's.yaml', '--step', '24h', '-o', '-', ...args], {
    ...files,
    's.yaml': yaml,
  });
  expect([code, err.replaceAll(/s: .*\n/g, '')]).toEqual([0, '']);
  return out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Math.round(JSON.parse(line)[1] * 1e6) / 1e6);
}

const scenario = (more: string) => `why: x
start: 2026-03-02
horizon: 21d
${more}
demand:
  - { kind: trace, name: s, file: t.jsonl }
`;

describe('time that is cut out of a trace', () => {
  const usual = [1, 2, 3].flatMap((week) => [1, 2, 3, 4, 5, 6, 7].map((day) => week + day / 10));
  const replaced = (changes: Readonly<Record<number, number>>) =>
    usual.map((value, i) => changes[i] ?? value);

  test.each([
    ['nothing', '[]', {}],
    ['a day is as it was the week before', '[2026-03-11]', { 9: 1.3 }],
    ['in the first week, the week after', '[2026-03-04]', { 2: 2.3 }],
    ['two days', '["2026-03-10..2026-03-11"]', { 8: 1.2, 9: 1.3 }],
    ['what is cut out too stands in for nothing', '[2026-03-04, 2026-03-11]', { 2: 3.3, 9: 3.3 }],
    ['no such week is left', '[2026-03-04, 2026-03-11, 2026-03-18]', { 2: 0, 9: 0, 16: 0 }],
    ['a part of a day', '["2026-03-11T00:00..2026-03-11T12:00"]', { 9: 1.8 }],
  ])('%s', async (_, exclude, changes) => {
    expect(await daysOf([], scenario(`exclude: ${exclude}`))).toEqual(replaced(changes));
  });

  test('is listed in the answer, with its replacement', async () => {
    const { answer } = await simulate('t.jsonl', ['--exclude', '2026-03-10..2026-03-11']);
    expect(answer.excluded).toEqual([
      {
        demand: 'trace',
        from: '2026-03-10T00:00:00.000Z',
        until: '2026-03-12T00:00:00.000Z',
        asFrom: '2026-03-03T00:00:00.000Z',
      },
    ]);
    const { out } = await run(['simulate', 't.jsonl', '--no-compare', '--exclude', '2026-03-10'], files);
    expect(out).toContain(`Cut out and added, times in UTC:
  - trace, 2026-03-10 00:00 to 2026-03-11 00:00: cut out, and as it was a week
    before.`);
  });

  test('is cut by local days, and replaced by the same local hours when clocks change', async () => {
    const berlin = weeks
      .replace('"UTC"', '"Europe/Berlin"')
      .replaceAll(/^\[(\d+)/gm, (_, ms) => `[${Number(ms) + 26 * 24 * HOUR}`);
    const { answer } = await simulate('b.jsonl', ['--exclude', '2026-04-01'], { 'b.jsonl': berlin });
    expect(answer.excluded).toEqual([
      expect.objectContaining({ from: '2026-03-31T22:00:00.000Z', asFrom: '2026-04-07T22:00:00.000Z' }),
    ]);
    const later = await simulate('b.jsonl', ['--exclude', '2026-04-05'], { 'b.jsonl': berlin });
    // A week before, the day begins before clocks change.
    expect(later.answer.excluded[0].asFrom).toBe('2026-03-28T23:00:00.000Z');
  });

  test.each([
    ['2026-02-30', '--exclude: found "2026-02-30"; write a day such as 2026-03-04'],
    ['2026-03-05..2026-03-04', '--exclude: found "2026-03-05..2026-03-04"; write a day such as'],
    ['2027-01-01', '--exclude: no trace has samples in 2027-01-01; name days of a trace, or leave it out'],
  ])('%s is a problem', async (text, message) => {
    const { code, err } = await simulate('t.jsonl', ['--exclude', text]);
    expect(code).toBe(2);
    expect(err).toContain(`tidemark: ${message}`);
  });

  test('is a problem with its line in a scenario', async () => {
    const { err } = await simulate('s.yaml', [], { 's.yaml': scenario('exclude: [2026-03-04, 2025-01-01]') });
    expect(err).toBe(
      'tidemark: s.yaml:4, exclude[1]: no trace has samples in 2025-01-01; name days of a trace, or leave it out\n',
    );
  });
});

describe('rare events', () => {
  const load = (events: string) => `why: x
horizon: 4d
events: ${events}
demand:
  - { kind: load, name: s, vcpu: 1 }
  - { kind: poller, every: 1h, query: { cpu: 0ms } }
`;

  test.each([
    ['[]', [1, 1, 1, 1]],
    ['["2026-03-04=x3/24h"]', [1, 1, 3, 1]],
    ['["36h=+2/12h"]', [1, 2, 1, 1]],
    ['["1d=x0.25/12h"]', [1, 0.625, 1, 1]],
    ['["1d=+1/12h", "1d=x3/24h"]', [1, 4.5, 1, 1]],
  ])('%s', async (events, days) => {
    expect(await daysOf([], load(events))).toEqual(days);
  });

  test('rise and fall as a flash crowd: half of the rise comes first, and the rest falls by halves', async () => {
    const [, day] = await daysOf([], load('["1d=+1/4h/2h/1h"]'));
    const halvings = (1 - 2 ** -7) / Math.LN2;
    expect(day).toBeCloseTo(1 + (2 + 2 + halvings) / 24, 3);
  });

  test('make random arrivals more frequent, but not jobs with a fixed schedule', async () => {
    const yaml = `why: x
horizon: 2d
demand:
  - { kind: arrivals, perSecond: 0.5, query: { cpu: 0ms } }
  - { kind: poller, every: 1h, query: { cpu: 0ms } }
`;
    const { answer } = await simulate('s.yaml', ['--event', '1d=x3/1d'], { 's.yaml': yaml });
    expect(Math.abs(answer.totals.queries / (4 * 43_200) - 1)).toBeLessThan(0.01);
  });

  test('are listed in the answer', async () => {
    const { answer } = await simulate('t.jsonl', ['--event', '2026-03-04T12:00=x3/10m/1h/30m']);
    expect(answer.rareEvents).toEqual([
      {
        event: '2026-03-04T12:00=x3/10m/1h/30m',
        from: '2026-03-04T12:00:00.000Z',
        kind: 'times',
        by: 3,
        riseMs: 600_000,
        holdMs: 3_600_000,
        decayMs: 1_800_000,
      },
    ]);
    const { out } = await run(
      [
        'simulate',
        't.jsonl',
        '--no-compare',
        '--event',
        '2026-03-04T12:00=x3/10m/1h/30m',
        '--event',
        '1d=+2/2h',
      ],
      files,
    );
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'Cut out and added, times in UTC: - 2026-03-04T12:00=x3/10m/1h/30m: loads and arrivals times 3 at the peak, after 10 min and for 1 h, then half of that every 30 min, from 2026-03-04 12:00. - 1d=+2/2h: 2 vCPU more for 2 h, from 2026-03-03 00:00.',
    );
  });

  test.each([
    ['tomorrow=x3/1h', '--event: found "tomorrow=x3/1h"; write WHEN=xFACTOR/TIME such as'],
    ['1d=x3', '--event: found "1d=x3"'],
    ['1d=x3/1h/1h', '--event: found "1d=x3/1h/1h"'],
    ['1d=x3/0h', '--event: found "1d=x3/0h"'],
    ['1d=x3/1y', '--event: found "1d=x3/1y"'],
    ['2027-01-01=x3/1h', '--event: 2027-01-01=x3/1h is outside the horizon; name a time within it'],
    ['2026-03-01=x3/1h', '--event: 2026-03-01=x3/1h is outside the horizon; name a time within it'],
  ])('%s is a problem', async (text, message) => {
    const { code, err } = await simulate('t.jsonl', ['--event', text]);
    expect(code).toBe(2);
    expect(err).toContain(`tidemark: ${message}`);
  });

  test('are a problem with their line if they multiply nothing', async () => {
    const yaml = 'why: x\nhorizon: 2d\nevents: ["1d=x2/1h"]\ndemand:\n  - { kind: poller, every: 1h }\n';
    const { err } = await simulate('s.yaml', [], { 's.yaml': yaml });
    expect(err).toBe(
      'tidemark: s.yaml:3, events[0]: there is nothing to multiply: pollers, cron jobs and groups of clients stay as they are; add vCPU instead, such as +2 in place of x3\n',
    );
  });
});
