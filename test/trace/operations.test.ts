import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chunked,
  collect,
  fillGaps,
  merge,
  regular,
  repeat,
  resample,
  scale,
  slice,
  type Trace,
} from '../../src/trace/index.ts';
import { anyTrace, column, MIDNIGHT, total, traceOf } from './traces.ts';

const MINUTE = 60_000;
const rowsOf = ({ times, values }: Trace) =>
  Array.from(times, (time, i) => [(time - MIDNIGHT) / MINUTE, ...values.map((of) => of[i])]);

describe('a stream and a trace', () => {
  test('chunks of any size give the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyTrace, fc.integer({ min: 1, max: 50 }), async (trace, rows) => {
        expect(await collect(chunked(trace, rows))).toEqual(trace);
      }),
    );
  });
});

describe('resample', () => {
  test('what is counted keeps its total, and a maximum stays the largest, whatever the step', () => {
    fc.assert(
      fc.property(anyTrace, fc.integer({ min: 1, max: 7200 }), (trace, seconds) => {
        const other = resample(trace, seconds * 1000);
        const [, connections, queries] = trace.values as [Float64Array, Float64Array, Float64Array];
        const [, most, counted] = other.values as [Float64Array, Float64Array, Float64Array];
        expect(total(counted)).toBeCloseTo(total(queries), 6);
        const known = (values: Float64Array) => values.filter((one) => !Number.isNaN(one));
        expect(Math.max(...known(most))).toBe(Math.max(...known(connections)));
      }),
    );
  });

  test('averages keep their integral where the longer step is whole and known', () => {
    const values = Array.from({ length: 30 }, (_, i) => [i, (i * 7) % 11]);
    const trace = traceOf([column('cpu')], values);
    const five = resample(trace, 5 * MINUTE);
    expect(five.times).toHaveLength(6);
    expect(total(five.values[0] as Float64Array) * 5).toBeCloseTo(total(trace.values[0] as Float64Array), 9);
  });

  test('an average is by time, of what is known; what nobody knows stays unknown, and a gap a gap', () => {
    const trace = traceOf(
      [column('cpu'), column('load')],
      [
        [0, 1, Number.NaN],
        [1, 3, Number.NaN],
        [2, Number.NaN, Number.NaN],
        [20, 5, 2],
      ],
    );
    expect(rowsOf(resample(trace, 5 * MINUTE))).toEqual([
      [0, 2, Number.NaN],
      [20, 5, 2],
    ]);
    expect(rowsOf(resample(trace, 30_000)).map(([time]) => time)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 20, 20.5]);
  });

  test('uneven times hold to the next, but not over a pause of many steps', () => {
    const seconds = [0, 10, 25, 30, 40, 600, 610].map((s, i) => [s * 1000, i]);
    const even = regular(traceOf([column('cpu')], seconds, null));
    expect(even.head.stepMs).toBe(10_000);
    expect(Array.from(even.times, (time) => (time - MIDNIGHT) / 1000)).toEqual([0, 10, 20, 30, 40, 600, 610]);
    expect(even.values[0]?.[2]).toBe(1.5);
  });
});

describe('slice, merge, scale, repeat', () => {
  test('to cut and to merge commute', () => {
    fc.assert(
      fc.property(anyTrace, fc.nat(90), fc.nat(95), fc.nat(95), (trace, at, a, b) => {
        const parts = [
          slice(trace, MIDNIGHT, MIDNIGHT + at * MINUTE),
          slice(trace, MIDNIGHT + at * MINUTE, MIDNIGHT + 100 * MINUTE),
        ].reverse();
        const cut = (one: Trace) =>
          slice(one, MIDNIGHT + Math.min(a, b) * MINUTE, MIDNIGHT + Math.max(a, b) * MINUTE);
        expect(merge(parts)).toEqual(trace);
        expect(cut(merge(parts))).toEqual(merge(parts.map(cut)));
      }),
    );
  });

  test('different columns stand side by side; a time that one lacks is unknown to it', () => {
    const cpu = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [1, 2],
      ],
      MINUTE,
      'cpu',
    );
    const load = traceOf(
      [column('load')],
      [
        [1, 3],
        [2, 4],
      ],
      MINUTE,
      'load',
    );
    const both = merge([cpu, load]);
    expect(both.head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'load']);
    expect(rowsOf(both)).toEqual([
      [0, 1, Number.NaN],
      [1, 2, 3],
      [2, Number.NaN, 4],
    ]);
  });

  test('the same columns in another order find each other', () => {
    const one = traceOf([column('cpu'), column('load')], [[0, 1, 2]]);
    const other = traceOf([column('load'), column('cpu')], [[1, 20, 10]]);
    expect(rowsOf(merge([other, one]))).toEqual([
      [0, 2, 1],
      [1, 20, 10],
    ]);
  });

  test('an overlap, and different steps, are problems that say what to do', () => {
    const one = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [5, 2],
      ],
      MINUTE,
      'one',
    );
    const late = traceOf([column('cpu')], [[5, 1]], MINUTE, 'late');
    expect(() => merge([one, late])).toThrow(
      'late: it begins at 2026-03-02T00:05:00.000Z, before one ends, and both have cpu; cut one of them with tidemark trace slice first',
    );
    expect(() => merge([one, traceOf([column('cpu')], [[9, 1]], 2 * MINUTE, 'slow')])).toThrow(
      'slow: its samples are 120 s apart, those of one 60 s apart; give both the same step first, with tidemark trace convert --step',
    );
  });

  test('a quantity times a factor, and a trace three times', () => {
    const trace = traceOf(
      [column('cpu'), column('load')],
      [
        [0, 1, 2],
        [1, 3, 4],
      ],
    );
    expect(rowsOf(scale(trace, 'cpu', 2))).toEqual([
      [0, 2, 2],
      [1, 6, 4],
    ]);
    expect(rowsOf(repeat(trace, 3)).map(([time, cpu]) => [time, cpu])).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => [i, 1 + 2 * (i % 2)]),
    );
  });
});

describe('fillGaps', () => {
  test('each step is there, and what is missing is what its column says that it means', () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const full = fillGaps(trace);
        const [first, last] = [trace.times[0] ?? 0, trace.times.at(-1) ?? -MINUTE];
        expect(full.times).toHaveLength((last - first) / MINUTE + 1);
        const [cpu, connections, queries] = full.values as [Float64Array, Float64Array, Float64Array];
        expect(connections).not.toContain(Number.NaN);
        expect(queries).not.toContain(Number.NaN);
        const before = new Map(Array.from(trace.times, (time, i) => [time, trace.values[0]?.[i]]));
        full.times.forEach((time, i) => {
          expect(cpu[i]).toBe(before.get(time) ?? Number.NaN);
        });
      }),
    );
  });
});
