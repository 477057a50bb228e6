import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEGATIVE, numberAt, UNREADABLE } from '../../src/trace/csv/values/number.ts';
import { read, refusal } from './read.ts';

const POINT = '.'.charCodeAt(0);
const numberIn = (text: string, decimal = POINT) => {
  const bytes = Buffer.from(`,${text},`);
  return numberAt(bytes, 1, bytes.length - 1, decimal);
};

describe('a number', () => {
  test('is read exactly as JavaScript reads it', () => {
    const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength });
    const text = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
      fc.tuple(digits(25), digits(25)).map(([whole, part]) => `0${whole}.${part}`),
      fc.tuple(digits(25), digits(25)).map(([whole, part]) => `${whole}.${part}0`),
      digits(30).map((whole) => `1${whole}`),
    );
    fc.assert(fc.property(text, (text) => Object.is(numberIn(text), Number(text))));
  });

  test.each([
    ['', Number.NaN],
    [' ', Number.NaN],
    ['null', Number.NaN],
    ['NaN', Number.NaN],
    ['N/A', Number.NaN],
    ['\\N', Number.NaN],
    ['-', Number.NaN],
    [' 12 ', 12],
    ['+12', 12],
    ['1e3', 1000],
    ['-0', 0],
    ['.5', 0.5],
    ['5.', 5],
    ['-1', NEGATIVE],
    ['-0.001', NEGATIVE],
    ['.', UNREADABLE],
    ['1.2.3', UNREADABLE],
    ['inf', UNREADABLE],
    ['1e999', UNREADABLE],
    ['12%', UNREADABLE],
    ['1,5', UNREADABLE],
    ['0x10', UNREADABLE],
    ['9'.repeat(401), UNREADABLE],
  ])('%j is %d', (text, value) => {
    expect(numberIn(text)).toBe(value);
  });

  test('has a decimal comma if semicolons separate cells', () => {
    expect(numberIn('1,5', ','.charCodeAt(0))).toBe(1.5);
    expect(numberIn('1,5e1', ','.charCodeAt(0))).toBe(15);
  });
});

describe('a cell that cannot be read', () => {
  const text = [
    'time,cpu,memory',
    '2026-03-02 00:00:00,1,5',
    '2026-03-02 00:01:00,-1,x',
    '2026-03-02 00:02:00,null,',
    'yesterday,1,5',
    '2026-03-02 00:01:30,1,5',
    '2026-03-02 00:02:00,1,5',
    '2026-03-02 00:03:00,2',
    '2026-03-02 00:04:00,3,6',
  ];

  test('is skipped and counted', async () => {
    const { values, skipped, times } = await read(text.join('\n'));
    expect(values).toEqual([
      [1, Number.NaN, Number.NaN, 2, 3],
      [5, Number.NaN, Number.NaN, Number.NaN, 6],
    ]);
    expect(times.map((time) => (time - Date.UTC(2026, 2, 2)) / 60_000)).toEqual([0, 1, 2, 3, 4]);
    expect(skipped).toEqual({
      'cells with a negative number': 1,
      'cells that are not numbers': 1,
      'rows without a time that can be read': 1,
      'rows earlier than the row before': 1,
      'rows with the same time as the row before (if the table has several databases, split it with ‹by›)': 1,
      'cells missing at the end of a row': 1,
    });
  });

  test.each([
    [2, '3, column "cpu": cells with a negative number'],
    [4, '4: rows without a time that can be read'],
    [5, '4: rows earlier than the row before'],
    [
      6,
      '4: rows with the same time as the row before (if the table has several databases, split it with ‹by›)',
    ],
    [7, '4, column "memory": cells missing at the end of a row'],
  ])('is a problem with its line in strict mode (%d)', async (bad, message) => {
    const rows = [text[0], text[1], text[3], text[bad]].filter((_, at) => bad !== 2 || at !== 2);
    for (const source of [rows.join('\n'), rows.join('\r\n'), rows.join('\n').replace('memory', '"memory"')])
      expect(await refusal(source, { strict: true })).toBe(
        `load.csv:${message}; correct the file, or leave out ‹strict› to skip and count such faults`,
      );
  });

  test('has the right line after a line that names the separator', async () => {
    const source = 'sep=;\ntime;cpu\n2026-03-02 00:00:00;1\n2026-03-02 00:01:00;-1\n';
    expect(await refusal(source, { strict: true })).toContain('load.csv:4, column "cpu"');
  });

  test('has the right line after cells with line breaks', async () => {
    const source = 'time,cpu,why\n2026-03-02 00:00:00,1,"a\nb\n"\n2026-03-02 00:01:00,-1,c\n';
    expect(await refusal(source, { strict: true })).toContain('load.csv:5, column "cpu"');
  });
});

test('a column without any number is refused as a whole, not skipped cell by cell', async () => {
  expect(await refusal('time,cpu\n2026-03-02 00:00,\n2026-03-02 00:01,busy\n2026-03-02 00:02,idle\n')).toBe(
    'load.csv, column "cpu": none of its first values is a number, as "busy"; ' +
      'export plain numbers, and say their unit with ‹map›',
  );
});

describe('missing samples', () => {
  const text =
    'time,cpu\n2026-03-02 00:00Z,1\n2026-03-02 00:01Z,1\n2026-03-02 00:04Z,1\n2026-03-02 00:05Z,1\n2026-03-02 00:06Z,1\n';
  test('are counted', async () => {
    const { head, notes } = await read(text);
    expect([head.stepMs, head.columns[0]?.gap, notes.at(-1)]).toEqual([
      60_000,
      'unknown',
      'missing samples: 2, in gaps: 1; taken as unknown, for ‹gap› does not say what they mean',
    ]);
  });
  test('mean what ‹gap› says', async () => {
    const { head, notes } = await read(text, { gap: 'suspended' });
    expect([head.columns[0]?.gap, notes.at(-1)]).toEqual([
      'suspended',
      'missing samples: 2, in gaps: 1; taken as suspended',
    ]);
  });
  test('are not counted in an irregular trace', async () => {
    const { head, notes } = await read('time,cpu\n2026-03-02,1\n2026-03-03,1\n2026-03-07,1\n');
    expect(head.stepMs).toBe(null);
    expect(notes).toEqual([
      'times from "time"',
      'cpu from "cpu" as vcpu',
      'times have no zone and were read as UTC; set another zone with ‹timezone›',
    ]);
  });
});

test('rows that are events are counted per second', async () => {
  const text =
    'TIMESTAMP,Tokens\n2026-03-02 00:00:00.1,5\n2026-03-02 00:00:00.1,5\n2026-03-02 00:00:02.9,5\n';
  const { head, times, values } = await read(text, { map: ['queries=each'] });
  const start = Date.UTC(2026, 2, 2);
  expect([head.stepMs, times, values]).toEqual([1000, [start, start + 2000], [[2, 1]]]);
  expect(head.columns).toEqual([
    { quantity: 'queries', statistic: 'average', gap: 'zero', source: 'each row' },
  ]);
});
