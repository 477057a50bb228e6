import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { chunked, parquet, readTrace, recognise, sourceOf, type Trace } from '../../src/trace/index.ts';
import { read, refusal, SETTINGS } from './read.ts';
import { writtenTrace } from './written-trace.ts';

async function written(trace: Trace, rows = 5, groupRows?: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquet(chunked(trace, rows), groupRows)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a trace in Parquet', () => {
  test('is read back exactly as it was written, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        writtenTrace,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        async (trace, rows, groupRows) => {
          const { head, times, values, events } = await read(await written(trace, rows, groupRows));
          expect(head).toEqual(trace.head);
          expect(times).toEqual([...trace.times]);
          expect(values).toEqual(trace.values.map((column) => [...column]));
          expect(events).toEqual(trace.events);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** A table of another program, with rows a minute apart. */
function table(
  columns: readonly ColumnSource[],
  options: Partial<Parameters<typeof parquetWriteBuffer>[0]> = {},
) {
  return new Uint8Array(parquetWriteBuffer({ columnData: [...columns], ...options }));
}

const START = Date.UTC(2026, 2, 2);
const MINUTE = 60_000;
const times: ColumnSource = {
  name: 'time',
  data: [0, 1, 2].map((minute) => new Date(START + minute * MINUTE)),
  type: 'TIMESTAMP',
};
const cpu: ColumnSource = { name: 'cpu', data: [0.5, null, 1.5], type: 'DOUBLE' };

describe('a table in Parquet', () => {
  test('is read like any other table, with notes on what is guessed', async () => {
    const {
      head,
      times: read_,
      values,
      notes,
    } = await read(
      table([
        times,
        cpu,
        { name: 'memory_mib', data: [1n, 2n, 3n], type: 'INT64' },
        { name: 'why', data: ['a', 'b', 'c'] },
      ]),
    );
    expect(head).toEqual({
      name: 'load.csv',
      timezone: 'UTC',
      stepMs: MINUTE,
      columns: [
        { quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu' },
        { quantity: 'memory', statistic: 'point', gap: 'unknown', source: 'memory_mib' },
      ],
    });
    expect(read_).toEqual([START, START + MINUTE, START + 2 * MINUTE]);
    expect(values).toEqual([[0.5, Number.NaN, 1.5], [1, 2, 3].map((mib) => mib * 1024 ** 2)]);
    expect(notes).toEqual([
      'times from "time"',
      'cpu from "cpu" as vcpu',
      'memory from "memory_mib" as mib',
      'not read: why',
    ]);
  });

  test('has the mapped columns in their units', async () => {
    const settings = { map: ['cpu=share:percent', 'time=at'], vcpus: 4 };
    const source = table([
      { ...times, name: 'at' },
      { name: 'share', data: [50, 25, 75], type: 'FLOAT' },
    ]);
    expect((await read(source, settings)).values).toEqual([[2, 1, 3]]);
  });

  const last = START + 2 * MINUTE;
  const stored = (minute: number, perMs: bigint) => BigInt(START + minute * MINUTE) * perMs + (perMs - 1n);
  test.each<[string, ColumnSource['data'], Record<string, unknown>, number]>([
    ['ms', [0, 1, 2].map((m) => stored(m, 1n)), { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, last],
    [
      'µs',
      [0, 1, 2].map((m) => stored(m, 1000n)),
      { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
      last,
    ],
    [
      'ns',
      [0, 1, 2].map((m) => stored(m, 1_000_000n)),
      { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' } },
      last,
    ],
    [
      'local µs',
      [0, 1, 2].map((m) => stored(m, 1000n)),
      { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
      last - 60 * MINUTE,
    ],
    ['epochs', [0, 1, 2].map((m) => stored(m, 1_000_000n)), { type: 'INT64' }, last],
    ['seconds', [0, 1, 2].map((m) => (START + m * MINUTE) / 1000), { type: 'DOUBLE' }, last],
    [
      'days',
      [20_512, 20_513, 20_514],
      { type: 'INT32', converted_type: 'DATE' },
      20_514 * 24 * 60 * MINUTE - 60 * MINUTE,
    ],
    [
      'texts',
      [0, 1, 2].map((m) => `3/2/2026 0:0${m} AM`.replace(' 0:', ' 12:')),
      { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      last - 60 * MINUTE,
    ],
  ])('has times stored as %s', async (_, data, element, lastMs) => {
    const source = table(
      [
        { name: 'time', data },
        { name: 'cpu', data: [1, 2, 3] },
      ],
      {
        schema: [
          { name: 'root', num_children: 2 },
          { name: 'time', repetition_type: 'REQUIRED', ...element } as never,
          { name: 'cpu', type: 'INT32', repetition_type: 'REQUIRED' },
        ],
      },
    );
    const settings = { timezone: 'Europe/Berlin', map: ['time=time:month-first', 'cpu=cpu:vcpu'] };
    const { times, skipped } = await read(source, settings);
    expect([times.at(-1), skipped]).toEqual([lastMs, {}]);
  });

  test.each<[string, ColumnSource['data'], Record<string, unknown>]>([
    ['decimals', [1.25, 2.5, 1234.01], { type: 'INT32', converted_type: 'DECIMAL', scale: 2, precision: 9 }],
    [
      'decimals of bytes',
      [1.25, 2.5, 1234.01],
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 8, converted_type: 'DECIMAL', scale: 2, precision: 18 },
    ],
    ['unsigned', [1, 2, 4_000_000_000], { type: 'INT32', converted_type: 'UINT_32' }],
    ['texts', ['1.25', '2.5', '1e3'], { type: 'BYTE_ARRAY', converted_type: 'UTF8' }],
    ['floats', [1.25, 2.5, 3], { type: 'FLOAT' }],
    ['large', [1n, 2n, 9_007_199_254_740_993n], { type: 'INT64' }],
  ])('has numbers stored as %s', async (_, data, element) => {
    const source = table(
      [times, { name: 'x', data }].map(({ name, data }) => ({ name, data })),
      {
        schema: [
          { name: 'root', num_children: 2 },
          { name: 'time', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
          { name: 'x', repetition_type: 'REQUIRED', ...element } as never,
        ],
      },
    );
    expect((await read(source, { map: ['connections=x'] })).values).toEqual([[...data].map(Number)]);
  });

  test('gives the same trace in every compression, with row groups of any size, from a pipe, and in gzip', async () => {
    const columns = [times, cpu];
    const plain = await read(table(columns));
    for (const options of [
      {
        codec: 'GZIP' as const,
        compressors: { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) },
      },
      { codec: 'UNCOMPRESSED' as const },
      { rowGroupSize: 1 },
    ])
      expect(await read(table(columns, options))).toEqual(plain);
    const bytes = table(columns);
    expect(await read(gzipSync(bytes))).toEqual(plain);
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(plain);
    const { stream } = await readTrace(await recognise(sourceOf(bytes)), SETTINGS);
    expect(stream.head).toEqual(plain.head);
  });

  test('with unreadable values is read and they are counted, or it is a problem with their row', async () => {
    const source = table([times, { name: 'cpu', data: [1, -1, 2], type: 'DOUBLE' }]);
    expect((await read(source)).skipped).toEqual({ 'cells with a negative number': 1 });
    expect(await refusal(source, { strict: true })).toBe(
      'load.csv, row 2, column "cpu": cells with a negative number; ' +
        'correct the file, or leave out ‹strict› to skip and count such faults',
    );
  });
});

describe('Parquet that cannot be read is refused', () => {
  const bytes = table([times, cpu]);
  test.each<[string, Uint8Array, string]>([
    [
      'nothing but a beginning',
      bytes.subarray(0, 5),
      'the Parquet file is truncated; copy the whole file again',
    ],
    [
      'without rows',
      table([{ ...times, data: [] }]),
      'the Parquet file has no rows; give a file with samples',
    ],
  ])('%s', async (_, source, message) => {
    expect(await refusal(source)).toBe(`load.csv: ${message}`);
  });

  test('if it is truncated anywhere', async () => {
    for (let length = 4; length < bytes.length; length += 7)
      expect(await refusal(bytes.subarray(0, length))).toBe(
        'load.csv: the Parquet file is truncated; copy the whole file again',
      );
  });

  test('if a page is overwritten', async () => {
    expect(await refusal(bytes.slice().fill(255, 4, 20))).toMatch(
      /^load\.csv: the Parquet file is damaged: /,
    );
  });

  test('if a trace of tidemark was changed', async () => {
    const head =
      '{"schema":"tidemark/trace","version":1,"name":"a","timezone":"UTC","stepMs":null,"columns":[]}';
    const kvMetadata = [{ key: 'tidemark/trace', value: head }];
    expect(await refusal(table([times], { kvMetadata }))).toBe(
      'load.csv, column "event": the column is not there; write the trace again; see docs/parquet.md for the format',
    );
    const twice = { ...times, data: [new Date(START), new Date(START)] };
    const event: ColumnSource = { name: 'event', data: [null, null], type: 'STRING' };
    expect(await refusal(table([twice, event], { kvMetadata }))).toBe(
      'load.csv, row 2: the sample is not later than the one before; ' +
        'write the trace again; see docs/parquet.md for the format',
    );
    expect(await refusal(table([twice, event], { kvMetadata }), { map: ['cpu=cpu'] })).toBe(
      'load.csv: a trace of tidemark names its columns itself; leave ‹map› out',
    );
  });
});

describe('memory limits of Parquet', () => {
  test('a row group may not have too many rows', async () => {
    const groupOf = (rows: number) =>
      table([{ name: 'cpu', data: new Float64Array(rows), type: 'DOUBLE' }], { rowGroupSize: rows });
    expect(await refusal(groupOf(2 ** 22 + 1))).toBe(
      'load.csv: a row group of the Parquet file has 4194305 rows, or claims to; rewrite it with row groups of a million rows',
    );
    // Its problem is another one, that it has no time.
    expect(await refusal(groupOf(2 ** 22))).not.toContain('row group');
  });

  test('a pipe may not deliver too many bytes', async () => {
    const piece = new Uint8Array(64 * 1024 ** 2);
    piece.set(Buffer.from('PAR1'));
    expect(await refusal(Array.from({ length: 9 }, () => piece))).toBe(
      'load.csv: Parquet from a pipe or in gzip has more than 512 MiB; give an unpacked Parquet file by its name',
    );
  });
});
