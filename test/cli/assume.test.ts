import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const LOAD = {
  why: 'What if nobody has measured it?',
  horizon: '2h',
  compute: { size: 0.25, suspendAfter: 'off' },
  demand: [{ kind: 'load', vcpu: 0.6 }],
};
const JOBS = { ...LOAD, demand: [{ kind: 'poller', every: '7m' }] };

const totalsOf = async (scenario: object, args: readonly string[] = []) => {
  const files = { 's.yaml': JSON.stringify(scenario) };
  const { out } = await run(['simulate', 's.yaml', '--no-compare', '--json', ...args], files);
  return JSON.parse(out).totals;
};

describe('--assume', () => {
  test.each([
    ['burst=no', { assumptions: { burst: false } }],
    ['random-arrivals=no', { assumptions: { randomArrivals: false } }],
    ['start=2s', { assumptions: { start: '2s' } }],
    ['start=measured', { assumptions: { start: 'measured' } }],
    ['start=measured', { assumptions: { start: { median: '1800ms', p95: '2600ms' } } }],
    ['start=stated', {}],
    ['start=1s/3s', { assumptions: { start: { median: '1s', p95: '3s' } } }],
    ['skew=0.9', { assumptions: { skew: 0.9 } }],
    ['concurrency=2', { demand: [{ kind: 'load', vcpu: 0.6, concurrency: 2 }] }],
    ['concurrency=none', { demand: [{ kind: 'load', vcpu: 0.6, concurrency: null }] }],
    ['connections=70', { demand: [{ kind: 'load', vcpu: 0.6, connections: 70 }] }],
  ])('%s is the same as a field of a scenario', async (told, fields) => {
    expect(await totalsOf(LOAD, ['--assume', told])).toEqual(await totalsOf({ ...LOAD, ...fields }));
  });

  test('takes precedence over the file, and the last value counts', async () => {
    const file = { ...LOAD, assumptions: { burst: true } };
    const args = ['--assume', 'burst=yes', '--assume', 'burst=no'];
    const without = await totalsOf({ ...LOAD, assumptions: { burst: false } });
    expect(await totalsOf(file, args)).toEqual(without);
    expect(await totalsOf(file)).not.toEqual(without);
  });

  test('about loads is a problem if there is no load', async () => {
    const { code, err } = await run(['simulate', 's.yaml', '--assume', 'connections=5'], {
      's.yaml': JSON.stringify(JOBS),
    });
    expect([code, err]).toEqual([
      2,
      'tidemark: --assume connections: this is for loads and traces, and the scenario has none; leave it out\n',
    ]);
  });

  test('applies to both sides of a comparison, except for what B changes itself', async () => {
    const files = { 's.yaml': JSON.stringify(LOAD) };
    const args = ['compare', 's.yaml', '--set', 'assumptions.burst=true', '--assume', 'burst=no', '--json'];
    const { configurations } = JSON.parse((await run(args, files)).out);
    expect(configurations).toEqual([{ field: 'assumptions.burst', a: false, b: true }]);
  });

  test('becomes a field of the scenario that a plan writes', async () => {
    const files = { 's.yaml': JSON.stringify(LOAD) };
    const args = ['plan', 's.yaml', '--highest', '2', '--write-scenario', '-'];
    const told = ['burst=no', 'random-arrivals=no', 'concurrency=none', 'connections=9'].flatMap((one) => [
      '--assume',
      one,
    ]);
    const { out } = await run([...args, ...told], files);
    const { assumptions, demand } = JSON.parse(out);
    expect([assumptions, demand]).toEqual([
      { burst: false, randomArrivals: false },
      [{ kind: 'load', vcpu: 0.6, concurrency: null, connections: 9 }],
    ]);
  });

  test('is not needed by a fit, whose scenario takes what the trace does not say', async () => {
    const rows = Array.from({ length: 48 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString();
      return `${time},${i % 6 < 3 ? 0.5 : 0}`;
    });
    const files = { 'load.csv': ['time,cpu_cores', ...rows].join('\n') };
    const flagged = await run(['trace', 'fit', 'load.csv', '--assume', 'connections=50'], files);
    expect(flagged.code).toBe(2);
    expect(flagged.err).toContain("unknown option '--assume'");
    const fitted = await run(['trace', 'fit', 'load.csv', '-o', '-'], files);
    expect(fitted.out).not.toMatch(/^ +(?:connections|concurrency|cpuPerQuery):/m);
    const simulated = { 'like.yaml': fitted.out };
    const args = ['simulate', 'like.yaml', '--no-compare', '--json'];
    const plain = await run(args, simulated);
    const told = await run([...args, '--assume', 'concurrency=0.5', '--assume', 'burst=no'], simulated);
    expect([plain.code, told.code]).toEqual([0, 0]);
    expect(told.out).not.toBe(plain.out);
  });
});
