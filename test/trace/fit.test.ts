import { describe, expect, test } from 'vitest';
import { fitTrace, type Trace } from '../../src/trace/index.ts';
import { run } from '../cli/run.ts';
import { column, traceOf } from './traces.ts';

const settings = { cpuMsPerQuery: null, vcpus: null, baseMemoryBytes: 0, connectionMemoryBytes: 0 };
const fitted = (trace: Trace) => fitTrace(trace, settings, 1);

/** Scenarios that traces are generated from. None of their profiles is a fitted one. */
const SHAPES = {
  'office hours with noise, four weeks': `why: x
timezone: Europe/Berlin
horizon: 28d
demand:
  - kind: load
    vcpu: { hours: "mon-fri 08:30-17:30", inside: 0.8, outside: 0, noise: 0.6, noiseEvery: 5m, noiseCorrelation: 0.8 }
`,
  'a wave all day long, two days': `why: x
horizon: 2d
demand:
  - kind: load
    vcpu: { low: 0.2, high: 1.5, peakAt: "14:00", noise: 0.4, noiseEvery: 10m, noiseCorrelation: 0.5 }
`,
  'bursts at random with pauses between, four weeks': `why: x
horizon: 28d
demand:
  - kind: arrivals
    perSecond: { low: 0.00005, high: 0.0006, peakAt: "15:00" }
    bursts: { mean: 30, gap: 20s }
    query: { cpu: { median: 2s, p95: 12s } }
`,
};

describe('fit, then generate', () => {
  test.each(Object.entries(SHAPES))('%s: each figure is within its tolerance', async (_, yaml) => {
    const files = { 's.yaml': yaml };
    const made = await run(['trace', 'generate', 's.yaml', '--step', '5m', '-o', 't.jsonl'], files);
    const answer = await run(['trace', 'fit', 't.jsonl', '-o', 'like.yaml', '--json'], made.written);
    const { closeness } = JSON.parse(answer.out);
    expect(closeness.filter(({ isWithin }: { isWithin: boolean }) => !isWithin)).toEqual([]);
    expect(closeness.map(({ figure }: { figure: string }) => figure)).toEqual(
      expect.arrayContaining(['mean', 'p95', 'lag-1 autocorrelation', 'daily profile']),
    );
    // The output is a scenario, and another month of it resembles the first.
    const again = await run(
      ['trace', 'generate', 'like.yaml', '--step', '5m', '--seed', '9', '-o', 'a.jsonl'],
      answer.written,
    );
    expect(again.code).toBe(0);
    const mean = async (written: Readonly<Record<string, string>>, file: string) =>
      JSON.parse((await run(['trace', 'inspect', file, '--json'], written)).out).columns[0].mean;
    const [before, after] = [await mean(made.written, 't.jsonl'), await mean(again.written, 'a.jsonl')];
    expect(Math.abs(after / before - 1)).toBeLessThan(0.25);
  });

  test('the fitted scenario contains nothing of the trace but numbers', async () => {
    const trace = traceOf(
      [column('cpu')],
      Array.from({ length: 3000 }, (_, i) => [i, (i * 7) % 13 < 5 ? 0.5 : 0]),
      300_000,
      'secret customer',
    );
    const { head, times, values } = trace;
    const text = [
      JSON.stringify({ schema: 'tidemark/trace', version: 1, ...head }),
      ...Array.from(times, (time, i) => `[${time},${values[0]?.[i]}]`),
    ].join('\n');
    const { code, out, err } = await run(['trace', 'fit', 'secret.jsonl'], { 'secret.jsonl': text });
    expect(code).toBe(0);
    expect(out).not.toMatch(/secret|customer|177[0-9]{10}/);
    expect(err).toContain('The weekly pattern is unknown');
  });
});

describe('a fitted profile', () => {
  const minutes = (count: number, vcpu: (i: number) => number) =>
    traceOf(
      [column('cpu')],
      Array.from({ length: count }, (_, i) => [i, vcpu(i)]),
    );

  test('of a poller has lengths that are all equal', () => {
    const { load, closeness, isWeekly } = fitted(minutes(2 * 1440, (i) => (i % 10 === 3 ? 0.25 : 0)));
    expect(isWeekly).toBe(false);
    expect(new Set(load.vcpu.busy)).toEqual(new Set([0.25]));
    for (const rate of load.vcpu.pauses) expect(rate).toBeCloseTo(60, 9);
    expect(load.vcpu.pauseLengths.at(-1)).toBeCloseTo(load.vcpu.pauseLengths[0] as number, 1);
    expect(closeness.every(({ isWithin }) => isWithin)).toBe(true);
    expect(closeness.find(({ figure }) => figure === 'pause, p95')).toMatchObject({
      given: 540_000,
      generated: 540_000,
    });
  });

  test('distinguishes weekdays from two weeks on', () => {
    const { load, isWeekly } = fitted(
      traceOf(
        [column('cpu')],
        Array.from({ length: 14 * 24 }, (_, i) => [i, 1 + (Math.floor(i / 24) % 7)]),
        3_600_000,
      ),
    );
    expect(isWeekly).toBe(true);
    // The trace starts on a Monday.
    expect([0, 1, 2, 3, 4, 5, 6].map((day) => load.vcpu.busy[day * 24 + 5])).toEqual([7, 1, 2, 3, 4, 5, 6]);
  });

  test('treats unknown steps neither as work nor as a pause', () => {
    const known = fitted(minutes(2880, (i) => (i % 20 < 10 ? Number.NaN : 0.5)));
    expect(known.load.vcpu.pauses.every((rate) => rate === 0)).toBe(true);
    expect(known.closeness.find(({ figure }) => figure === 'time idle')).toMatchObject({
      given: 0,
      generated: 0,
    });
  });

  test('of a trace without demand is a problem', () => {
    expect(() => fitted(minutes(10, () => 0))).toThrow(
      'test: it has no demand; fit a trace with some demand',
    );
  });
});
