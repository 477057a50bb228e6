import fc from 'fast-check';
import { joinedChunks } from '../../src/trace/collect.ts';
import {
  appliedInMemory,
  type Column,
  type Gap,
  type Operator,
  type Quantity,
  type Statistic,
  type Trace,
  type TraceEvent,
} from '../../src/trace/index.ts';

export const MIDNIGHT = Date.UTC(2026, 2, 2);

export function column(quantity: Quantity, statistic: Statistic = 'average', gap: Gap = 'unknown'): Column {
  return { quantity, statistic, gap, source: quantity };
}

/** A trace in memory. Each row has a time, in steps after midnight, and values. */
export function traceOf(
  columns: readonly Column[],
  rows: readonly (readonly number[])[],
  stepMs: number | null = 60_000,
  name = 'test',
): Trace {
  return {
    head: { name, timezone: 'UTC', stepMs, columns },
    times: Float64Array.from(rows, ([time]) => MIDNIGHT + (time as number) * (stepMs ?? 1)),
    values: columns.map((_, c) => Float64Array.from(rows, (row) => row[c + 1] ?? Number.NaN)),
    events: [],
  };
}

const COLUMNS = [
  column('cpu'),
  column('connections', 'maximum', 'zero'),
  column('queries', 'average', 'suspended'),
];

const value = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 1000 }).map((n) => n / 8) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

/** Up to forty samples a minute apart; some samples are missing and some values are unknown. */
export const anyTrace: fc.Arbitrary<Trace> = fc
  .uniqueArray(fc.nat({ max: 90 }), { maxLength: 40 })
  .chain((times) =>
    fc.tuple(...times.sort((a, b) => a - b).map((time) => fc.tuple(fc.constant(time), value, value, value))),
  )
  .map((rows) => traceOf(COLUMNS, rows));

/** The same with events between the samples, some of them simultaneous. */
export const withEvents: fc.Arbitrary<Trace> = fc
  .tuple(anyTrace, fc.array(fc.nat({ max: 180 }), { maxLength: 12 }))
  .map(([trace, halves]) => ({
    ...trace,
    events: halves
      .sort((a, b) => a - b)
      .map((half, i): TraceEvent => ({ atMs: MIDNIGHT + half * 30_000, kind: 'query', session: `${i}` })),
  }));

/** The result of an operator on a whole trace. */
export function made(trace: Trace, operator: Operator): Trace {
  const { head, chunks } = appliedInMemory(trace, operator);
  return joinedChunks(head, chunks);
}

export function total(values: Float64Array): number {
  return values.reduce((sum, one) => (Number.isNaN(one) ? sum : sum + one), 0);
}
