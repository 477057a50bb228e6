import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunked, jsonLines, type Trace, type TraceEvent, type TraceHead } from '../../src/trace/index.ts';
import { read, refusal } from './read.ts';
import { writtenTrace } from './written-trace.ts';

async function written(trace: Trace, rows: number): Promise<string> {
  let text = '';
  for await (const part of jsonLines(chunked(trace, rows))) text += part;
  return text;
}

describe('a trace in JSON lines', () => {
  test('is read back as it was written, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        writtenTrace,
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (trace, rows, windows) => {
          const text = await written(trace, rows);
          const { head, times, values, events } = await read(windows ? text.replaceAll('\n', '\r\n') : text);
          expect(head).toEqual(trace.head);
          expect(times).toEqual([...trace.times]);
          expect(values).toEqual(trace.values.map((column) => [...column]));
          expect(events).toEqual(trace.events);
        },
      ),
    );
  });

  test('has a head and a line for each sample, with null for unknown values', async () => {
    const head: TraceHead = {
      name: 'shop',
      timezone: 'UTC',
      stepMs: 60_000,
      columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu' }],
    };
    const values = [Float64Array.of(0.5, Number.NaN)];
    const events: TraceEvent[] = [
      { atMs: 60_000, kind: 'connect', user: 'shop' },
      { atMs: 120_000, kind: 'query', durationMs: 1.5 },
    ];
    expect(await written({ head, times: Float64Array.of(60_000, 120_000), values, events }, 1)).toBe(
      '{"schema":"tidemark/trace","version":1,"name":"shop","timezone":"UTC","stepMs":60000,"columns":' +
        '[{"quantity":"cpu","statistic":"average","gap":"unknown","source":"cpu"}]}\n[60000,0.5]\n' +
        '{"at":60000,"event":"connect","user":"shop"}\n[120000,null]\n' +
        '{"at":120000,"event":"query","durationMs":1.5}\n',
    );
  });
});

describe('a fault in JSON lines is a problem with its line', () => {
  const head =
    '{"schema":"tidemark/trace","version":1,"name":"a","timezone":"UTC","stepMs":null,"columns":' +
    '[{"quantity":"cpu","statistic":"average","gap":"unknown","source":""}]}\n';
  const again = 'write the trace again; see docs/traces.md for the format';
  test.each([
    ['[1,2]\n[2', `3: the line is no sample and no event; ${again}`],
    ['[1,2]\n\n[2,3]\n', `3: the line is no sample and no event; ${again}`],
    ['[1,2],[2,\n3]\n', `2: the line is no sample and no event; ${again}`],
    ['[1,2]\n[2]\n', `3: the line is no time and 1 values; ${again}`],
    ['[1,2]\n[2,-1]\n', `3: the line is no time and 1 values; ${again}`],
    ['[1,"2"]\n', `2: the line is no time and 1 values; ${again}`],
    ['[1.5,2]\n', `2: the line is no time and 1 values; ${again}`],
    ['[2,2]\n[2,2]\n', `3: the sample is not later than the one before; ${again}`],
    ['{"at":1.5,"event":"query"}', `2: the event has no time "at" in whole milliseconds; ${again}`],
    [
      '{"at":1,"event":"vacuum"}',
      `2: the event is none of connect, disconnect, query, suspend, resume; ${again}`,
    ],
    [
      '{"at":1,"event":"query","durationMs":-1}',
      `2: the "durationMs" of the event is no number from 0 on; ${again}`,
    ],
    ['{"at":1,"event":"query","user":1}', `2: the "user" of the event is no text; ${again}`],
    ['{"at":1,"event":"query","pid":"1"}', `2: the event has a field "pid" that is not known; ${again}`],
    [
      '{"at":2,"event":"query"}\n{"at":1,"event":"query"}',
      `3: the event is earlier than the one before; ${again}`,
    ],
  ])('%j', async (lines, message) => {
    expect(await refusal(head + lines)).toBe(`load.csv:${message}`);
  });

  test('and in the head with its field', async () => {
    expect(await refusal(head.replace('"version":1', '"version":2'))).toBe(
      'load.csv:1, version: the head of the trace does not fit version 1: Invalid input: expected 1; ' +
        'see docs/traces.md for what it holds',
    );
    expect(await refusal(head.replace('UTC', 'Nowhere'))).toBe(
      'load.csv:1, timezone: the head of the trace does not fit version 1: no time zone; ' +
        'see docs/traces.md for what it holds',
    );
    expect(await refusal(head, { map: ['cpu=cpu'] })).toBe(
      'load.csv:1: a trace of tidemark names its columns itself; leave ‹map› out',
    );
  });

  test('‹gap› replaces the meaning of missing samples', async () => {
    expect((await read(`${head}[1,2]\n`, { gap: 'suspended' })).head.columns[0]?.gap).toBe('suspended');
  });

  test('line numbers are right far into a file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `[${at},1]\n`);
    rows[15_000] = '[oh]\n';
    expect(await refusal(head + rows.join(''))).toContain('load.csv:15002:');
    const pieces = rows.slice(0, 15_000).map((row) => Buffer.from(row));
    expect((await read([Buffer.from(head), ...pieces])).times.length).toBe(15_000);
  });
});
