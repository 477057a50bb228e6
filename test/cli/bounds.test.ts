import { describe, expect, test } from 'vitest';
import { chartsOf, readResultDocument, THEMES } from '../../src/picture/index.ts';
import { runFull as run } from './run.ts';

const HEAD = { schema: 'tidemark/trace', version: 1, name: 'seen', timezone: 'UTC', stepMs: 60_000 };
const GIB = 2 ** 30;

/** Six hours by the minute with little CPU, and a quantity that is at its height for some of them. */
function seen(quantity: string, high: number, low: number, full = 60): string {
  const column = (name: string) => ({ quantity: name, statistic: 'maximum', gap: 'unknown', source: name });
  const rows = Array.from({ length: 360 }, (_, minute) => [
    Date.UTC(2026, 2, 2) + minute * 60_000,
    0.1,
    minute < full ? high : low,
  ]);
  const columns = [column('cpu'), column(quantity)];
  return [{ ...HEAD, columns }, ...rows].map((line) => JSON.stringify(line)).join('\n');
}

const FEW = ['--only', 'range', '--timeouts', 'off', '--highest', '6', '--cpu-per-query', '20ms'];
const plan = (text: string, ...args: string[]) =>
  run(['plan', 'seen.jsonl', ...FEW, ...args], { 'seen.jsonl': text });
const document = async (text: string, ...args: string[]) =>
  JSON.parse((await plan(text, ...args, '--json')).out);
const words = (out: string) => out.replace(/\s+/g, ' ');

const CASES = [
  {
    quantity: 'connections',
    loose: 'refused=1000000',
    high: 830,
    low: 20,
    bound: { samples: 60, of: 360, limit: 839, capacityCu: 2, least: 839 },
    told: '60 of 360 busy samples of connections (16.67%) are at 90% or more of max_connections (839): real demand may have been higher. So the plan allows no configuration with fewer than 839.',
  },
  {
    quantity: 'memory',
    loose: 'memory-kills=1000000',
    high: 7.5 * GIB,
    low: 5 * GIB,
    bound: { samples: 60, of: 360, limit: 8 * GIB, capacityCu: 2, least: 2 },
    told: '60 of 360 busy samples of memory (16.67%) are at 90% or more of the RAM (8 GiB), or right after a drop from there: real demand may have been higher. So the plan allows no maximum below 2 CU.',
  },
  {
    quantity: 'workingSet',
    loose: 'throttled=2%',
    high: 5.8 * GIB,
    low: GIB,
    bound: { samples: 60, of: 360, limit: 6 * GIB, capacityCu: 2, least: 2 },
    told: '60 of 360 busy samples of the working set (16.67%) are at 90% or more of the cache (6 GiB): real demand may have been higher. So the plan allows no maximum below 2 CU.',
  },
] as const;

describe.each(CASES)(
  'samples of $quantity at the limit of the server',
  ({ quantity, loose, high, low, bound, told }) => {
    test('rule out configurations with less, whatever objectives may be broken', async () => {
      const { out } = await plan(seen(quantity, high, low), '--capacity', '2');
      expect(words(out)).toContain(told);
      const text = seen(quantity, high, low);
      const { bounds, recommendation, runnersUp, neighbours } = await document(
        text,
        ...['--capacity', '2', '--objective', loose],
      );
      expect(bounds).toEqual([{ quantity, ...bound }]);
      const reach = ({ minCu, maxCu }: { minCu: number; maxCu: number }) =>
        quantity === 'connections' ? Math.min(maxCu, 8 * minCu) : maxCu;
      for (const { configuration } of [recommendation, ...runnersUp, ...neighbours])
        expect(reach(configuration.size)).toBeGreaterThanOrEqual(2);
      // Without --capacity, the limit at the time is unknown.
      const open = await document(text, '--objective', loose);
      expect(reach(open.recommendation.configuration.size)).toBeLessThan(2);
      expect(open.bounds).toEqual([]);
    });

    test('rule out nothing if only a few samples are at the limit', async () => {
      const few = await document(seen(quantity, high, low, 3), '--capacity', '2');
      expect(few.bounds).toEqual([{ quantity, ...bound, samples: 3, least: null }]);
    });

    test('are shown by trace inspect', async () => {
      const files = { 'seen.jsonl': seen(quantity, high, low) };
      const inspect = ['trace', 'inspect', 'seen.jsonl', '--capacity', '2'];
      const { least: _, ...counted } = bound;
      expect(JSON.parse((await run([...inspect, '--json'], files)).out).bounds).toEqual([
        { quantity, ...counted },
      ]);
      const figure = `${told.slice(0, told.indexOf(': real')).replace('busy ', '')}`;
      expect(words((await run(inspect, files)).out)).toContain(`Lower bounds ${figure}`);
    });
  },
);

describe('the current configuration', () => {
  test('is the limit at the time, and the least that is needed, if nothing else says it', async () => {
    const text = seen('connections', 830, 20);
    const { bounds, current } = await document(text, '--current', '0.25-4, off');
    expect(bounds).toMatchObject([{ samples: 60, limit: 839, capacityCu: 4, least: 839 }]);
    expect(current.configuration.size).toEqual({ minCu: 0.25, maxCu: 4 });
  });

  test('may have more than any choice, and then the choices with the most are compared', async () => {
    const text = seen('connections', 830, 20);
    const { code, out } = await plan(text, '--capacity', '2', '--highest', '1');
    expect(code).toBeLessThan(2);
    expect(words(out)).toContain(
      'A safe configuration has 839 or more, but no allowed one has that many, so the plan compares only those with the most.',
    );
  });
});

test('samples at the limit of a trace that a scenario names are reported with its notes', async () => {
  const scenario = `why: w
start: 2026-03-02
timezone: UTC
horizon: 6h
compute: { min: 0.25, max: 2 }
demand: [{ kind: trace, name: shop, file: seen.jsonl, capacity: "2", cpuPerQuery: 20ms }]
`;
  const files = { 's.yaml': scenario, 'seen.jsonl': seen('connections', 830, 20) };
  const { notes } = JSON.parse((await run(['simulate', 's.yaml', '--json'], files)).out);
  expect(notes).toContain(
    'shop: 60 of 360 busy samples of connections (16.67%) are at 90% or more of max_connections (839), so they are lower bounds.',
  );
});

test.each([
  ['connections', 'connections', 830, 20, 'samples at 90% or more of max_connections'],
  ['memory', 'size', 7.5 * GIB, 5 * GIB, 'samples of memory at 90% or more of the RAM'],
  ['workingSet', 'cache', 5.8 * GIB, GIB, 'samples of the working set at 90% or more of the cache'],
] as const)(
  'samples of %s at the limit are marked on the picture of %s',
  async (quantity, picture, high, low, about) => {
    const asked = ['simulate', 'seen.jsonl', '--min', '1', '--max', '4', '--capacity', '2', '--json'];
    const { out } = await run(asked, { 'seen.jsonl': seen(quantity, high, low) });
    const told = JSON.parse(out);
    const spans = [{ from: '2026-03-02T00:00:00.000Z', until: '2026-03-02T01:00:00.000Z' }];
    expect(told.bounds).toMatchObject([{ quantity, samples: 60, of: 360, spans }]);
    // The trace reads no pages, so it has no picture of the cache by itself.
    if (picture === 'cache') told.computes[0].cache.hitRatio = 0.5;
    const chart = chartsOf(readResultDocument(told, 'seen.json'), THEMES.light).find(
      ({ name }) => name === picture,
    );
    expect(chart?.about).toContain(
      `Marks at the bottom: 60 ${about} when it was measured: real demand may have been higher.`,
    );
    const marks = JSON.stringify(chart?.spec).match(/"mark":\{"type":"rect","color":"#[0-9a-f]+","stroke"/g);
    expect(marks).toHaveLength(1);
  },
);
