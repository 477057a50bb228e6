import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2);

const generate = (yaml: string, ...args: readonly string[]) =>
  run(['trace', 'generate', 's.yaml', '-o', '-', ...args], { 's.yaml': yaml });

async function rowsOf(yaml: string, ...args: readonly string[]): Promise<[number, number, number][]> {
  const { code, out, err } = await generate(yaml, ...args);
  expect([code, err]).toEqual([0, '']);
  return out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
}

const MIXED = `why: x
horizon: 6h
demand:
  - { kind: arrivals, perSecond: 0.05, query: { cpu: { min: 50ms, tail: 1.5 } } }
  - { kind: cron, at: "0 * * * *", sessions: 2, query: { cpu: 90s } }
  - { kind: load, vcpu: { weekly: { daily: [0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }, noise: 0.3 } }
`;

describe('a trace generated from a scenario', () => {
  test('is the same for the same seed, and differs for another seed', async () => {
    const of = async (...args: readonly string[]) => (await generate(MIXED, ...args)).out;
    expect(await of()).toBe(await of('--seed', '1'));
    expect(await of()).not.toBe(await of('--seed', '2'));
  });

  test('is the same for a part as in the whole', async () => {
    const whole = await rowsOf(MIXED);
    const part = await rowsOf(MIXED, '--from', '2026-03-02T02:00', '--to', '2026-03-02T03:30Z');
    expect(part).toEqual(whole.filter(([time]) => time >= START + 2 * HOUR && time < START + 3.5 * HOUR));
    expect(await rowsOf(MIXED, '--horizon', '1h')).toEqual(whole.slice(0, 60));
  });

  test('counts a query where it starts, and its CPU while it runs', async () => {
    const cron =
      'why: x\nhorizon: 2h\ndemand:\n  - { kind: cron, at: "30 * * * *", sessions: 2, query: { cpu: 90s } }\n';
    const rows = await rowsOf(cron, '--step', '1m');
    expect(rows.slice(29, 33).map(([, ...values]) => values)).toEqual([
      [0, 0],
      [2, 2],
      [1, 0],
      [0, 0],
    ]);
  });

  test('has the mean of a load in each step, and its queries', async () => {
    const load =
      'why: x\nhorizon: 2h\ndemand:\n  - { kind: load, cpuPerQuery: 10ms, vcpu: { steps: [{ at: 30m, value: 2 }] } }\n';
    expect(await rowsOf(load, '--step', '1h')).toEqual([
      [START, 1, 360_000],
      [START + HOUR, 2, 720_000],
    ]);
  });

  test('has clients that ask as often as their think time and query time allow', async () => {
    const clients =
      'why: x\nhorizon: 1h\ndemand:\n  - { kind: clients, count: 10, think: 9s, query: { cpu: 500ms, wait: 500ms } }\n';
    expect(await rowsOf(clients, '--step', '1h')).toEqual([[START, 0.5, 3600]]);
  });

  test('has as many queries and as much CPU as the simulator runs', async () => {
    const yaml = MIXED.replace(/ {2}- \{ kind: load.*\n/, '');
    const { out } = await run(
      ['simulate', 's.yaml', '--json', '--no-compare', '--size', '8', '--suspend-after', 'off'],
      { 's.yaml': yaml },
    );
    const { totals, computes } = JSON.parse(out);
    const rows = await rowsOf(yaml);
    expect(rows.reduce((sum, [, , queries]) => sum + queries, 0)).toBe(totals.queries);
    const cpuHours = rows.reduce((sum, [, cpu]) => sum + cpu / 60, 0);
    expect(cpuHours).toBeCloseTo(computes[0].cpu.usedCpuHours, 2);
  });

  test.each([
    [
      ['--from', '2026-03-01'],
      '--from: the scenario begins later, at 2026-03-02T00:00:00.000Z; name a time from then on, or let the scenario start earlier',
    ],
    [['--to', '2026-03-02'], '--to: nothing lies between; name a later end'],
    [['--from', '2027-01-01'], '--from: nothing lies between; name a later end'],
    [['--compute', 'other'], '--compute: there is no compute other; name one of main'],
    [['--step', '1x'], '--step: found "1x"; write whole milliseconds or more with their unit, such as 5m'],
    [['--step', '1ms', '--horizon', '1000d'], '--step: these would be too many samples; use a longer step'],
  ])('%j is a problem', async (args, message) => {
    const { code, err } = await generate(MIXED, ...args);
    expect([code, err]).toEqual([2, `tidemark: ${message}\n`]);
  });

  test('needs the name of one of several computes', async () => {
    const compute = (name: string) => `  - { name: ${name}, demand: [{ kind: poller, every: 30m }] }\n`;
    const yaml = `why: x\nhorizon: 1h\ncomputes:\n${compute('a')}${compute('b')}`;
    expect((await generate(yaml)).err).toBe(
      'tidemark: --compute: the scenario has 2 computes; name one of a, b\n',
    );
    expect(await rowsOf(yaml, '--compute', 'b', '--step', '1h')).toHaveLength(1);
  });
});
