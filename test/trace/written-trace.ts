import fc from 'fast-check';
import { LONGEST_SPAN_MS } from '../../src/facts/index.ts';
import { QUANTITY_NAMES, TRACE_EVENT_KINDS, type Trace, type TraceEvent } from '../../src/trace/index.ts';

const column = fc.record({
  quantity: fc.constantFrom(...QUANTITY_NAMES),
  statistic: fc.constantFrom('average' as const, 'maximum' as const, 'point' as const),
  gap: fc.constantFrom('unknown' as const, 'zero' as const, 'suspended' as const),
  source: fc.string(),
});
const value = fc.oneof(
  fc.double({ min: 0, noDefaultInfinity: true }),
  fc.nat(),
  fc.constantFrom(Number.NaN, -0),
);
const time = fc.integer({ min: -LONGEST_SPAN_MS / 2, max: LONGEST_SPAN_MS / 2 });
const event: fc.Arbitrary<TraceEvent> = fc.record(
  {
    atMs: time,
    kind: fc.constantFrom(...TRACE_EVENT_KINDS),
    session: fc.string(),
    user: fc.string(),
    database: fc.string(),
    application: fc.string(),
    host: fc.string(),
    durationMs: fc.double({ min: 0, noDefaultInfinity: true, noNaN: true }).map(Math.abs),
    query: fc.string(),
  },
  { requiredKeys: ['atMs', 'kind'], noNullPrototype: true },
);
/** Any valid trace: few samples, with any values and events. */
export const writtenTrace: fc.Arbitrary<Trace> = fc
  .record({
    columns: fc.array(column, { maxLength: 4 }),
    name: fc.string(),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
    stepMs: fc.option(fc.integer({ min: 1 })),
    times: fc.uniqueArray(time, { maxLength: 20 }),
    events: fc.array(event, { maxLength: 20 }),
  })
  .chain(({ times, events, ...head }) =>
    fc
      .tuple(...head.columns.map(() => fc.array(value, { minLength: times.length, maxLength: times.length })))
      .map((values) => ({
        head,
        times: Float64Array.from(times).sort(),
        values: values.map((column) => Float64Array.from(column)),
        events: events.sort((one, other) => one.atMs - other.atMs),
      })),
  );
