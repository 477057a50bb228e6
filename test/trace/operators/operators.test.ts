import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applied,
  chunked,
  collect,
  merge,
  type Operator,
  resample,
  slice,
  spanOf,
  type Trace,
} from '../../../src/trace/index.ts';
import { regular } from '../../../src/trace/operators/evenly.ts';
import { fillGaps } from '../../../src/trace/operators/fill-gaps.ts';
import { after } from '../../../src/trace/operators/operator.ts';
import { anyTrace, column, MIDNIGHT, made, total, traceOf, withEvents } from '../traces.ts';

const MINUTE = 60_000;
const rowsOf = ({ times, values }: Trace) =>
  Array.from(times, (time, i) => [(time - MIDNIGHT) / MINUTE, ...values.map((of) => of[i])]);
const merged = (traces: readonly Trace[]) => collect(merge(traces.map((trace) => chunked(trace))));

describe('a stream gives the same as a trace in memory', () => {
  test('with chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(withEvents, fc.integer({ min: 1, max: 50 }), async (trace, rows) => {
        expect(await collect(chunked(trace, rows))).toEqual(trace);
      }),
    );
  });

  const at = fc.nat(100).map((minute) => MIDNIGHT + minute * MINUTE);
  const stepMs = fc.integer({ min: 1, max: 600 }).map((seconds) => seconds * 1000);
  const operator: fc.Arbitrary<Operator> = fc.oneof(
    fc.tuple(at, at).map(([from, to]) => slice(from, to)),
    stepMs.map((ms) => resample(ms, MINUTE)),
    fc.constant(fillGaps(Number.POSITIVE_INFINITY)),
  );
  test('through two operators in a row, however the trace is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        withEvents,
        operator,
        operator,
        fc.integer({ min: 1, max: 50 }),
        async (trace, one, other, rows) => {
          const both = after(one, other);
          const cut = applied(other, applied(one, chunked(trace, rows)));
          expect(await collect(cut)).toEqual(made(trace, both));
          expect(await collect(applied(both, chunked(trace, rows)))).toEqual(made(trace, both));
        },
      ),
    );
  });

  test('through a merge, with simultaneous events', async () => {
    await fc.assert(
      fc.asyncProperty(withEvents, withEvents, fc.integer({ min: 1, max: 9 }), async (one, two, rows) => {
        const [first] = two.head.columns;
        const other: Trace = {
          ...two,
          head: { ...two.head, columns: [{ ...(first as typeof first & object), quantity: 'load' }] },
          values: two.values.slice(0, 1),
        };
        const cut = merge([chunked(one, rows), chunked(other, rows + 1)]);
        expect(await collect(cut)).toEqual(await merged([one, other]));
      }),
    );
  });
});

describe('resample', () => {
  test('counts keep their total and maximums their largest value, whatever the step', () => {
    fc.assert(
      fc.property(anyTrace, fc.integer({ min: 1, max: 7200 }), (trace, seconds) => {
        const other = made(trace, resample(seconds * 1000, MINUTE));
        const [, connections, queries] = trace.values as [Float64Array, Float64Array, Float64Array];
        const [, most, counted] = other.values as [Float64Array, Float64Array, Float64Array];
        expect(total(counted)).toBeCloseTo(total(queries), 6);
        const known = (values: Float64Array) => values.filter((one) => !Number.isNaN(one));
        expect(Math.max(...known(most))).toBe(Math.max(...known(connections)));
      }),
    );
  });

  test('averages keep their integral if the longer step is complete and known', () => {
    const values = Array.from({ length: 30 }, (_, i) => [i, (i * 7) % 11]);
    const trace = traceOf([column('cpu')], values);
    const five = made(trace, resample(5 * MINUTE, MINUTE));
    expect(five.times).toHaveLength(6);
    expect(total(five.values[0] as Float64Array) * 5).toBeCloseTo(total(trace.values[0] as Float64Array), 9);
  });

  test('averages are weighted by time and ignore unknown values; all unknown stays unknown, and a gap stays a gap', () => {
    const trace = traceOf(
      [column('cpu'), column('load')],
      [
        [0, 1, Number.NaN],
        [1, 3, Number.NaN],
        [2, Number.NaN, Number.NaN],
        [20, 5, 2],
      ],
    );
    expect(rowsOf(made(trace, resample(5 * MINUTE, MINUTE)))).toEqual([
      [0, 2, Number.NaN],
      [20, 5, 2],
    ]);
    expect(rowsOf(made(trace, resample(30_000, MINUTE))).map(([time]) => time)).toEqual([
      0, 0.5, 1, 1.5, 2, 2.5, 20, 20.5,
    ]);
  });

  test('a sample at uneven times holds until the next one, but not over a long pause', () => {
    const seconds = [0, 10, 25, 30, 40, 600, 610].map((s, i) => [s * 1000, i]);
    const trace = traceOf([column('cpu')], seconds, null);
    const even = made(trace, regular(spanOf(trace)));
    expect(even.head.stepMs).toBe(10_000);
    expect(Array.from(even.times, (time) => (time - MIDNIGHT) / 1000)).toEqual([0, 10, 20, 30, 40, 600, 610]);
    expect(even.values[0]?.[2]).toBe(1.5);
  });
});

describe('slice and merge', () => {
  test('slicing and merging commute', async () => {
    await fc.assert(
      fc.asyncProperty(withEvents, fc.nat(90), fc.nat(95), fc.nat(95), async (trace, at, a, b) => {
        const parts = [
          made(trace, slice(MIDNIGHT, MIDNIGHT + at * MINUTE)),
          made(trace, slice(MIDNIGHT + at * MINUTE, MIDNIGHT + 100 * MINUTE)),
        ].reverse();
        const cut = slice(MIDNIGHT + Math.min(a, b) * MINUTE, MIDNIGHT + Math.max(a, b) * MINUTE);
        expect(await merged(parts)).toEqual(trace);
        const cutAfter = applied(cut, merge(parts.map((part) => chunked(part))));
        const cutBefore = merge(parts.map((part) => applied(cut, chunked(part))));
        expect(await collect(cutAfter)).toEqual(await collect(cutBefore));
      }),
    );
  });

  test('different columns are placed side by side, and a time that one lacks is unknown there', async () => {
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
    const both = await merged([cpu, load]);
    expect(both.head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'load']);
    expect(rowsOf(both)).toEqual([
      [0, 1, Number.NaN],
      [1, 2, 3],
      [2, Number.NaN, 4],
    ]);
  });

  test('traces with the same columns in another order are joined', async () => {
    const one = traceOf([column('cpu'), column('load')], [[0, 1, 2]]);
    const other = traceOf([column('load'), column('cpu')], [[1, 20, 10]]);
    expect(rowsOf(await merged([other, one]))).toEqual([
      [0, 2, 1],
      [1, 20, 10],
    ]);
  });

  test('overlaps and different steps are problems with a remedy', async () => {
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
    await expect(merged([one, late])).rejects.toThrow(
      'late: it begins at 2026-03-02T00:05:00.000Z, before one ends, and both have cpu; cut one of them with tidemark trace slice first',
    );
    await expect(async () =>
      merged([one, traceOf([column('cpu')], [[9, 1]], 2 * MINUTE, 'slow')]),
    ).rejects.toThrow(
      'slow: its samples are 120 s apart, those of one 60 s apart; give both the same step first, with tidemark trace convert --step',
    );
  });
});

describe('fillGaps', () => {
  test('each missing step is added with the value that its column gives it', () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const full = made(trace, fillGaps(Number.POSITIVE_INFINITY));
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
