import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_SPAN_MS } from '../../src/facts/index.ts';
import { chunked, collect, isWarning, merge, parquet, summaryOf, type Trace } from '../../src/trace/index.ts';
import { fillGaps } from '../../src/trace/operators/fill-gaps.ts';
import { read, refusal } from './read.ts';
import { anyTrace, column, MIDNIGHT, made, traceOf } from './traces.ts';

const FIRST = '2026-03-02T00:00:00.000Z';
const LATE = '9999-01-01T00:00:00.000Z';
const REMEDY = 'correct or remove it; a trace covers ten years at most';
const fromFirst = `the time ${LATE} is more than ten years from the first one, ${FIRST}; ${REMEDY}`;
const seconds = (iso: string) => Date.parse(iso) / 1000;

/** Ten good rows, with one outlying time among them. */
function lines(line: (ms: number) => string, at: number, outlyingMs: number): string[] {
  const rows = Array.from({ length: 10 }, (_, i) => line(MIDNIGHT + i * 60_000));
  return [...rows.slice(0, at), line(outlyingMs), ...rows.slice(at)];
}

const csv = (at: number, iso: string) =>
  ['time,cpu', ...lines((ms) => `${new Date(ms).toISOString()},0.5`, at, Date.parse(iso))].join('\n');

const HEAD = {
  schema: 'tidemark/trace',
  version: 1,
  name: 'test',
  timezone: 'UTC',
  stepMs: null,
  columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu' }],
};

describe('a row with an outlying time is a problem that names it', () => {
  test.each([
    ['the last row of a table', csv(10, LATE), `load.csv:12: ${fromFirst}`],
    ['a row in the middle of a table', csv(5, LATE), `load.csv:7: ${fromFirst}`],
    [
      'the first row of a table',
      csv(0, '1970-01-01T00:00:00Z'),
      `load.csv:2: the time 1970-01-01T00:00:00.000Z is more than ten years from the next one, ${FIRST}; ${REMEDY}`,
    ],
    [
      'a table of events',
      ['time', ...lines((ms) => new Date(ms).toISOString(), 10, Date.parse(LATE))].join('\n'),
      `load.csv:12: ${fromFirst}`,
    ],
    [
      'lines of JSON',
      [JSON.stringify(HEAD), ...lines((ms) => `[${ms},0.5]`, 10, Date.parse(LATE))].join('\n'),
      `load.csv:12: ${fromFirst}`,
    ],
    [
      'an event in lines of JSON',
      [JSON.stringify(HEAD), ...lines((ms) => `{"at":${ms},"event":"query"}`, 10, Date.parse(LATE))].join(
        '\n',
      ),
      `load.csv:12: ${fromFirst}`,
    ],
    [
      'a time that no calendar has',
      [JSON.stringify(HEAD), '[9007199254740991,0.5]'].join('\n'),
      'load.csv:2: the time is not between the years 0 and 9999; correct or remove it',
    ],
    [
      'a log of Postgres',
      lines(
        (ms) =>
          `${new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC')} [7] LOG:  statement: select 1`,
        10,
        Date.parse(LATE),
      ).join('\n'),
      `load.csv:11: ${fromFirst}`,
    ],
    [
      'a log of pgbench',
      lines((ms) => `0 1 500 0 ${ms / 1000} 0`, 10, seconds('2100-01-01T00:00:00Z') * 1000).join('\n'),
      `load.csv:11: the time 2100-01-01T00:00:00.000Z is more than ten years from the first one, ${FIRST}; ${REMEDY}`,
    ],
    [
      'intervals of pgbench',
      lines((ms) => `${ms / 1000} 5 500 9 9 9`, 10, seconds('2100-01-01T00:00:00Z') * 1000).join('\n'),
      `load.csv:11: the time 2100-01-01T00:00:00.000Z is more than ten years from the first one, ${FIRST}; ${REMEDY}`,
    ],
    [
      'series of Prometheus',
      JSON.stringify({
        status: 'success',
        data: {
          resultType: 'matrix',
          result: [
            {
              metric: { __name__: 'pg_connections', job: 'shop' },
              values: [
                [seconds(FIRST), '1'],
                [seconds(FIRST) + 60, '2'],
                [seconds(LATE), '3'],
              ],
            },
          ],
        },
      }),
      `load.csv, pg_connections{job="shop"}: ${fromFirst}`,
    ],
    [
      'operations of the service',
      JSON.stringify({
        operations: [FIRST, LATE].map((at, i) => ({
          id: `${i}`,
          action: i === 0 ? 'start_compute' : 'suspend_compute',
          status: 'finished',
          created_at: at,
        })),
      }),
      `load.csv, created_at: the time ${FIRST} is more than ten years from the next one, ${LATE}; ${REMEDY}`,
    ],
  ])('%s', async (_, text, problem) => {
    const map = text.startsWith('{"status"')
      ? ['connections=pg_connections']
      : text.startsWith('time\n')
        ? ['queries=each']
        : [];
    expect(await refusal(text, { map })).toBe(problem);
  });

  test('Parquet', async () => {
    const trace = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [1, 1],
        [LONGEST_SPAN_MS / 60_000 + 2, 1],
      ],
    );
    const bytes: Uint8Array[] = [];
    for await (const piece of parquet({ head: trace.head, chunks: streamOf(trace) })) bytes.push(piece);
    expect(await refusal(Buffer.concat(bytes))).toBe(
      `load.csv, row 3: the time 2036-03-09T00:02:00.000Z is more than ten years from the first one, ${FIRST}; ${REMEDY}`,
    );
  });

  test('traces that are merged', async () => {
    const one = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [1, 1],
      ],
      60_000,
      'one',
    );
    const other = {
      ...one,
      head: { ...one.head, name: 'other' },
      times: one.times.map((ms) => ms + 2 * LONGEST_SPAN_MS),
    };
    await expect(collect(merge([chunked(one), chunked(other)]))).rejects.toThrow(
      /^other: the time 2046-\S+ is more than ten years from the first one/,
    );
  });

  test('ten years are allowed', async () => {
    const last = new Date(MIDNIGHT + LONGEST_SPAN_MS).toISOString();
    expect((await read(csv(10, last))).times.at(-1)).toBe(Date.parse(last));
  });
});

describe('a gap that is most of a trace is a warning that names the row', () => {
  const STRAY = '2029-03-02T00:00:00.000Z';
  const warned = async (text: string, map: readonly string[] = []) =>
    (await read(text, { map })).notes.filter(isWarning);

  test('after a last row that is years off', async () => {
    expect(await warned(csv(10, STRAY))).toEqual([
      `Warning: line 12, ${STRAY}, is 1096 days after the row before it, and the whole trace is 1096 days: ` +
        'averages and what a month costs are spread over this gap. If the time is wrong, correct or remove the ' +
        'row; if it is right, cut the gap off with tidemark trace slice --to 2029-03-02T00:00Z.',
    ]);
  });

  test('after a first row that is years off', async () => {
    const [only] = await warned(csv(0, '2023-03-02T00:00:00.000Z'));
    expect(only).toContain(
      'line 2, 2023-03-02T00:00:00.000Z, is 1096 days before the next row, and the whole trace',
    );
    expect(only).toContain('tidemark trace slice --from 2026-03-02T00:00Z');
  });

  test.each([
    [
      'lines of JSON',
      [JSON.stringify(HEAD), ...lines((ms) => `[${ms},0.5]`, 10, Date.parse(STRAY))].join('\n'),
      'line 12',
    ],
    [
      'a log of Postgres',
      lines(
        (ms) =>
          `${new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC')} [7] LOG:  statement: select 1`,
        10,
        Date.parse(STRAY),
      ).join('\n'),
      'line 11',
    ],
    [
      'a log of pgbench',
      lines((ms) => `0 1 500 0 ${ms / 1000} 0`, 10, Date.parse(STRAY)).join('\n'),
      'line 11',
    ],
    [
      'intervals of pgbench',
      lines((ms) => `${ms / 1000} 5 500 9 9 9`, 10, Date.parse(STRAY)).join('\n'),
      'line 11',
    ],
  ])('in %s', async (_, text, line) => {
    expect((await warned(text)).join()).toContain(`Warning: ${line}, ${STRAY}, is 1096 days after the row`);
  });

  test('in series of Prometheus', async () => {
    const values = lines((ms) => `[${ms / 1000},"1"]`, 10, Date.parse(STRAY)).join();
    const text = `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up"},"values":[${values}]}]}}`;
    expect((await warned(text, ['connections=up'])).join()).toContain(`Warning: up, ${STRAY}, is 1096 days`);
  });

  test('in Parquet', async () => {
    const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000].map((minute) => [minute, 1]);
    const trace = traceOf([column('cpu')], rows);
    const bytes: Uint8Array[] = [];
    for await (const piece of parquet({ head: trace.head, chunks: streamOf(trace) })) bytes.push(piece);
    const { notes } = await read(Buffer.concat(bytes));
    expect(notes.filter(isWarning).join()).toContain('Warning: row 10, 2028-01-');
  });

  test('but not a night, half of a trace, or a gap between a few rows', async () => {
    const at = (minutes: readonly number[]) =>
      ['time,cpu', ...minutes.map((m) => `${new Date(MIDNIGHT + m * 60_000).toISOString()},0.5`)].join('\n');
    const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    expect(await warned(at([...nine, 8 + 1440]))).toEqual([]);
    expect(await warned(at([...nine, 8 + 1441]))).toHaveLength(1);
    expect(await warned(at([...nine.map((day) => day * 1440), 16 * 1440]))).toEqual([]);
    expect(await warned(at([...nine.map((day) => day * 1440), 16 * 1440 + 1]))).toHaveLength(1);
    expect(await warned(at([...nine.slice(1), 5760]))).toEqual([]);
  });
});

async function* streamOf({ times, values, events }: Trace) {
  yield { times, values, events };
}

describe('a gap', () => {
  test('of ten years between seconds is added up at once', async () => {
    const rows = [
      [0, 1],
      [1, 1],
      [2, 1],
      [LONGEST_SPAN_MS / 1000, 1],
    ];
    const summary = await summaryOf(chunked(traceOf([column('cpu', 'average', 'zero')], rows, 1000)), null);
    expect(summary.daily?.hours[0]).toBeCloseTo(4 / ((LONGEST_SPAN_MS / 1000 + 24) / 24), 12);
    expect(summary.daily?.hours.slice(1)).toEqual(Array.from({ length: 23 }, () => 0));
  });

  test('counts in the daily profile like its single steps', async () => {
    const gap = fc.constantFrom('unknown' as const, 'zero' as const);
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');
    await fc.assert(
      fc.asyncProperty(anyTrace, gap, zone, async ({ head, ...trace }, gap, timezone) => {
        const columns = head.columns.map((one) => ({ ...one, gap }));
        const daily = { ...trace, head: { ...head, columns, timezone } };
        const filled = made(daily, fillGaps(Number.POSITIVE_INFINITY));
        expect((await summaryOf(chunked(daily), null)).daily).toEqual(
          (await summaryOf(chunked(filled), null)).daily,
        );
      }),
    );
  });
});
