import { describe, expect, test } from 'vitest';
import { type Actual, actualOfTrace, actualWithin, type Check, checkOf } from '../../src/check/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import type { Simulation } from '../../src/simulator/index.ts';
import type { Trace } from '../../src/trace/index.ts';
import { sampleAt } from '../../src/workload/index.ts';
import { recovered } from './hidden.ts';
import { historyOf, KINDS, weeks } from './histories.ts';

const START = Date.UTC(2026, 2, 2);

const checked = async (simulation: Simulation, actual: Actual) =>
  (await checkOf(
    { simulation, actual, otherDemands: [], use: { stated: null, metered: [] }, billed: null },
    async () => false,
  )) as Check;

describe('a check', () => {
  test('finds the hidden cause, and the total is right under it', async () => {
    expect(await recovered(3)).toEqual({ named: 3, total: 3 });
  });

  test.each(KINDS)('finds nothing to explain in what a replay with %s leaves', async (kind) => {
    const simulation = weeks(1);
    const { verdict, causes, total, misfit } = await checked(simulation, historyOf(simulation, kind));
    expect([verdict, causes]).toEqual(['near', []]);
    expect(total.error).toBeCloseTo(0, 5);
    // Readings between two whole minutes are interpolated.
    expect(misfit).toBeLessThan(0.001);
  });

  test('adds up days and hours to the total', async () => {
    const simulation = weeks(2);
    const { total, days, hours } = await checked(simulation, historyOf(simulation, 'consumption'));
    for (const which of ['predicted', 'actual'] as const) {
      const sum = (rows: typeof hours) => rows.reduce((all, row) => all + row[which], 0);
      expect(sum(days)).toBeCloseTo(total[which], 6);
      expect(sum(hours)).toBeCloseTo(total[which], 6);
    }
    expect([days.length, hours.length]).toEqual([7, 24]);
  });

  test('reports time without data in the trace as a gap', async () => {
    const simulation = weeks(3);
    const was = historyOf(simulation, 'consumption');
    const [compute] = simulation.computes;
    const [load] = compute?.demand ?? [];
    if (compute === undefined || load?.kind !== 'load' || load.vcpu.kind !== 'samples')
      throw new Error('no load');
    const { vcpu } = load;
    const values = Float64Array.from({ length: vcpu.values.length }, (_, i) =>
      // Wednesday is missing from the export.
      Math.floor((i * vcpu.stepMs) / DAY_MS) === 2 ? Number.NaN : (sampleAt(vcpu.values, i) as number),
    );
    const demand = [{ ...load, vcpu: { ...vcpu, values } }];
    const holed = { ...simulation, computes: [{ ...compute, demand }] };
    const { causes, verdict } = await checked(holed, was);
    expect([verdict, causes[0]?.hypothesis]).toEqual(['explained', { kind: 'gap' }]);
    expect(causes[0]?.error).toBeCloseTo(0, 2);
  });

  test('tells no causes apart from a single number', async () => {
    const simulation = weeks(4);
    const spans = [{ fromMs: START, untilMs: START + 7 * DAY_MS, value: 200 * HOUR_MS }];
    const actual: Actual = { of: 'cu', spans, wakes: null, suspends: null, hasSizes: false };
    const { verdict, causes, isConclusive } = await checked(simulation, actual);
    expect([verdict, isConclusive]).toEqual(['undecided', false]);
    expect(causes.some(({ isTied }) => isTied)).toBe(false);
  });

  test('ends when it is stopped', async () => {
    const simulation = weeks(5);
    const actual = { ...historyOf(simulation, 'consumption') };
    const twice = { ...actual, spans: actual.spans.map((span) => ({ ...span, value: 2 * span.value })) };
    expect(
      await checkOf(
        { simulation, actual: twice, otherDemands: [], use: { stated: null, metered: [] }, billed: null },
        async (done) => done === 3,
      ),
    ).toBe(null);
  });
});

describe('what happened', () => {
  const trace = (more: Partial<Trace>): Trace => ({
    head: { name: 'x', timezone: 'UTC', stepMs: null, columns: [] },
    times: new Float64Array(),
    values: [],
    events: [],
    ...more,
  });
  const sizes = (stepMs: number | null, gap: 'unknown' | 'suspended' = 'unknown') =>
    ({
      name: 'x',
      timezone: 'UTC',
      stepMs,
      columns: [{ quantity: 'capacityCu', statistic: 'average', gap, source: 'cu' }],
    }) as const;

  test('is awake from the end of a start to the end of a suspend, and nothing beyond the first and the last', () => {
    const at = (minutes: number) => START + minutes * MINUTE_MS;
    const found = actualOfTrace(
      trace({
        events: [
          { atMs: at(0), kind: 'resume', durationMs: MINUTE_MS },
          { atMs: at(8), kind: 'suspend', durationMs: 0 },
          { atMs: at(12), kind: 'resume' },
          { atMs: at(14), kind: 'suspend' },
        ],
      }),
    );
    expect(found).toEqual({
      of: 'awake',
      spans: [
        { fromMs: at(1), untilMs: at(6), value: 5 * MINUTE_MS },
        { fromMs: at(6), untilMs: at(11), value: 2 * MINUTE_MS },
        { fromMs: at(11), untilMs: at(14), value: 2 * MINUTE_MS },
      ],
      wakes: [at(1), at(12)],
      suspends: [at(8), at(14)],
      hasSizes: false,
    });
  });

  test('is CU-time if it has sizes, and asleep in gaps if the column says so', () => {
    const times = Float64Array.from([0, 1, 5], (minute) => START + minute * MINUTE_MS);
    const values = [Float64Array.from([1, 2, 0.25])];
    const of = (gap: 'unknown' | 'suspended') =>
      actualOfTrace(trace({ head: sizes(MINUTE_MS, gap), times, values }))?.spans.map(({ value }) => value);
    expect(of('unknown')).toEqual([1, 2, 0.25].map((cu) => cu * MINUTE_MS));
    expect(of('suspended')).toEqual([1, 2, 0, 0.25].map((cu) => cu * MINUTE_MS));
  });

  test('ends each monthly value with its month', () => {
    const times = Float64Array.from([0, 1, 2], (month) => Date.UTC(2026, month));
    const found = actualOfTrace(trace({ head: sizes(null), times, values: [Float64Array.from([1, 1, 1])] }));
    expect(found?.spans.map(({ untilMs }) => untilMs)).toEqual(
      [1, 2, 3].map((month) => Date.UTC(2026, month)),
    );
  });

  test('is nothing without sizes and without starts and suspends', () => {
    expect(actualOfTrace(trace({ events: [{ atMs: START, kind: 'connect' }] }))).toBe(null);
  });

  test('has only whole spans within a time', () => {
    const spans = [0, 1, 2].map((hour) => ({
      fromMs: START + hour * HOUR_MS,
      untilMs: START + (hour + 1) * HOUR_MS,
      value: hour,
    }));
    const actual: Actual = {
      of: 'cu',
      spans,
      wakes: [START, START + HOUR_MS],
      suspends: null,
      hasSizes: false,
    };
    expect(actualWithin(actual, START + 1, START + 3 * HOUR_MS)).toEqual({
      ...actual,
      spans: spans.slice(1),
      wakes: [START + HOUR_MS],
    });
  });
});
