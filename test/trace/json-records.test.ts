import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognise, sourceOf } from '../../src/trace/index.ts';
import { read } from './read.ts';

const RECORDS = [
  {
    at: 'x',
    '@timestamp': '2026-03-02T08:00:00Z',
    host: { cpu_cores: 0.5 },
    connections: 3,
    tags: ['a', 'b'],
  },
  { at: 'y', '@timestamp': '2026-03-02T08:05:00Z', host: { cpu_cores: 0.75 }, connections: null, tags: [] },
  { at: 'z', '@timestamp': '2026-03-02T08:10:00Z', host: { cpu_cores: 0.25 }, connections: 4, tags: [] },
];

const FORMS: readonly (readonly [name: string, text: (records: readonly object[]) => string])[] = [
  ['a list', (records) => JSON.stringify(records)],
  ['a list over many lines', (records) => JSON.stringify(records, null, 2)],
  ['one in each line', (records) => records.map((one) => `${JSON.stringify(one)}\n`).join('')],
  [
    'a list within an answer',
    (records) => JSON.stringify({ status: 'ok', data: { rows: records, next: null } }),
  ],
];

describe('records as JSON', () => {
  test.each(FORMS)('%s is a table, with a column for each field', async (_, write) => {
    const text = write(RECORDS);
    expect((await recognise(sourceOf(Buffer.from(text)))).kind).toBe('trace');
    const { head, values: found } = await read(text);
    expect(head.columns.map(({ quantity, source }) => [quantity, source])).toEqual([
      ['cpu', 'host.cpu_cores'],
      ['connections', 'connections'],
    ]);
    expect(head.stepMs).toBe(300_000);
    expect(found).toEqual([
      [0.5, 0.75, 0.25],
      [3, Number.NaN, 4],
    ]);
  });

  test.each(FORMS)('%s keeps every number that it has', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.double({ min: 0, max: 8, noNaN: true })), { minLength: 2, maxLength: 2500 }),
        async (values) => {
          const records = [1, ...values].map((value, i) => ({
            time: i * 60_000 + 1_772_438_400_000,
            vcpu: value,
          }));
          const { values: found } = await read(write(records), { map: ['cpu=vcpu:vcpu'] });
          expect(found[0]).toEqual([1, ...values.map((one) => one ?? Number.NaN)]);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('with a row for each value of each series are a long table', async () => {
    const rows = [1, 2, 3].flatMap((i) =>
      ['cpu_cores', 'connections'].map((metric) => ({ metric, timestamp: 1_772_438_400 + i * 60, value: i })),
    );
    const { head, values: found } = await read(JSON.stringify(rows));
    expect(head.columns.map(({ quantity }) => quantity)).toEqual(['cpu', 'connections']);
    expect(found).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test.each(['time', 'Timestamp', 'timeStamp', '@timestamp', 'created_at', 'startTime', 'ts'])(
    'may have their time in a field %s',
    async (name) => {
      const records = RECORDS.map((one) => ({ [name]: one['@timestamp'], cpu_cores: one.host.cpu_cores }));
      expect((await read(JSON.stringify(records))).values).toEqual([[0.5, 0.75, 0.25]]);
    },
  );

  test('two lists of records in one answer are refused', async () => {
    const text = JSON.stringify({ cpu: RECORDS, memory: RECORDS });
    await expect(read(text)).rejects.toThrow('2 lists in it have records with times: cpu, memory');
  });

  test.each([
    [
      'a scenario',
      { why: 'x', horizon: '1d', demand: [{ kind: 'cron', at: '0 2 * * *', query: { cpu: '1m' } }] },
    ],
    ['a list of databases', { databases: [{ name: 'a', file: 'a.csv' }] }],
    ['a history of configurations', { configurations: [{ from: '2026-03-01', configuration: '1-2, 5m' }] }],
    ['a bill', { months: [{ month: '2026-03', total: 12 }] }],
    ['metrics of the autoscaler', [{ load1: 0.5, memoryUsageBytes: 5 }]],
    [
      'an answer of tidemark',
      { schema: 'tidemark/plan', hours: [{ time: '2026-03-02T08:00:00Z', vcpu: 1 }] },
    ],
  ])('%s is no trace', async (_, document) => {
    for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)])
      expect((await recognise(sourceOf(Buffer.from(text)))).kind).not.toBe('trace');
  });
});
