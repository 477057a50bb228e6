import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInstant } from '../../src/trace/csv/values/instant.ts';
import { LocalTime } from '../../src/trace/csv/values/local-time.ts';
import { createZone } from '../../src/workload/index.ts';
import { read, refusal } from './read.ts';

function instantIn(text: string): { ms: number; isLocal: boolean } | null {
  const bytes = Buffer.from(`,${text},`);
  const written = { ms: 0, isLocal: false };
  return readInstant(bytes, 1, bytes.length - 1, written, null) ? written : null;
}

const AT = Date.UTC(2026, 2, 29, 14, 30, 5);

describe('a time', () => {
  test.each([
    ['2026-03-29T14:30:05Z', AT, false],
    ['2026-03-29T14:30:05.123Z', AT + 123, false],
    ['2026-03-29T14:30:05,5Z', AT + 500, false],
    ['2026-03-29 14:30:05 UTC', AT, false],
    ['2026-03-29T16:30:05+02:00', AT, false],
    ['2026-03-29T16:30:05+0200', AT, false],
    ['2026-03-29 09:30:05-05', AT, false],
    ['2026-03-29 14:30:05', AT, true],
    ['2026/03/29 14:30:05', AT, true],
    [' 2026-03-29 14:30:05 ', AT, true],
    ['2026-03-29 14:30:05.1239999', AT + 123, true],
    ['2026-03-29 14:30', AT - 5000, true],
    ['2026-03-29', Date.UTC(2026, 2, 29), true],
    ['2024-02-29', Date.UTC(2024, 1, 29), true],
    [`${AT / 1000}`, AT, false],
    [`${AT / 1000}.123`, AT + 123, false],
    [`${AT}`, AT, false],
    [`${AT}123`, AT, false],
    [`${AT}123456`, AT, false],
  ])('%j is read as a time', (text, ms, isLocal) => {
    expect(instantIn(text)).toEqual({ ms, isLocal });
  });

  test.each([
    '',
    '5',
    '99999999',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '03/29/2026',
    '2026-03-29 24:00',
    '2026-03-29 14:60',
    '2026-03-29 14:30:61',
    '2026-03-29 14:30:05 CET',
    '2026-03-29T14:30:05+2',
    '2026-03-29T14:30:05+99:00',
    '2026-03-29x14:30',
    '1774794605x',
  ])('%j is not a time', (text) => {
    expect(instantIn(text)).toBe(null);
  });

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString();
          expect(instantIn(text)).toEqual({ ms: date.getTime(), isLocal: false });
          expect(instantIn(text.slice(0, -1).replace('T', ' '))).toEqual({
            ms: date.getTime(),
            isLocal: true,
          });
        },
      ),
    );
  });
});

describe('a local time', () => {
  test('is converted from its zone in order, across every change of clocks', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
    );
    // All these zones change their clocks close to these dates, or never.
    const changes = [
      Date.UTC(2024, 2, 31),
      Date.UTC(2024, 9, 27),
      Date.UTC(2024, 2, 10),
      Date.UTC(2024, 10, 3),
    ];
    const start = fc
      .tuple(
        fc.constantFrom(...changes, Date.UTC(2024, 3, 7), Date.UTC(2024, 9, 6)),
        fc.integer({ min: -1440, max: 1440 }),
      )
      .map(([day, minutes]) => day + minutes * 60_000);
    fc.assert(
      fc.property(zones, start, fc.integer({ min: 5, max: 30 }), (name, start, minutes) => {
        const zone = createZone(name);
        const local = new LocalTime(name);
        let before = Number.NEGATIVE_INFINITY;
        for (let step = 0; step < 100; step++) {
          const utc = start + step * minutes * 60_000;
          const read = local.utcMs(zone.localMs(utc), before);
          // A file may start in the second of two equal hours, which only earlier rows could tell.
          if (read === utc) before = read;
          else
            expect([before, utc - read]).toEqual([
              Number.NEGATIVE_INFINITY,
              expect.toBeOneOf([3_600_000, 1_800_000]),
            ]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('that the clock skipped is ignored; an ambiguous one is the first of two, unless rows have passed it', async () => {
    const text =
      'time,cpu\n2026-03-29 01:30,1\n2026-03-29 02:30,2\n2026-03-29 03:30,3\n' +
      '2026-10-25 01:30,4\n2026-10-25 02:30,5\n2026-10-25 02:30,6\n2026-10-25 03:30,7\n';
    const { times, values, skipped, notes } = await read(text, { timezone: 'Europe/Berlin' });
    expect(times.map((time) => new Date(time).toISOString().slice(5, 16))).toEqual([
      '03-29T00:30',
      '03-29T01:30',
      '10-24T23:30',
      '10-25T00:30',
      '10-25T01:30',
      '10-25T02:30',
    ]);
    expect(values).toEqual([[1, 3, 4, 5, 6, 7]]);
    expect(skipped).toEqual({ 'rows with a local time that the clock skipped': 1 });
    expect(notes.at(-1)).toBe(
      'ambiguous local times, when clocks were set back: 2; read as the first of the two, or as the second after rows of the first',
    );
  });
});

test('rows in descending order are refused as a whole, not skipped one by one', async () => {
  const rows = [3, 2, 1, 0].map((minute) => `2026-03-02 00:0${minute},1\n`);
  expect(await refusal(`time,cpu\n${rows.join('')}`)).toBe(
    'load.csv:2: most rows are earlier than the row before; sort the file by time, the oldest first',
  );
});

test('many events in a second may be out of order', async () => {
  const rows = [5, 6, 3, 7, 4, 8].map((tenth) => `2026-03-02 00:00:00.${tenth},1\n`);
  const { values, skipped } = await read(`time,n\n${rows.join('')}`, { map: ['queries=each'] });
  expect([values, skipped]).toEqual([[[4]], { 'rows earlier than the row before': 2 }]);
});

describe('the column of times', () => {
  test.each([
    ['by its name', 'cpu,Timestamp\n1,2026-03-02 00:00\n2,2026-03-02 00:01\n'],
    ['with a unit in its name', 'cpu,"Time (UTC)"\n1,2026-03-02 00:00\n2,2026-03-02 00:01\n'],
    ['by what it holds', 'cpu,x\n1,2026-03-02 00:00\n2,2026-03-02 00:01\n'],
    [
      'and not by a number that may be one',
      'memory,cpu,x\n1772409600,1,1772409600\n1772409500,2,1772409660\n',
    ],
  ])('is found %s', async (_, text) => {
    const { times, head, values } = await read(text);
    expect(times).toEqual([Date.UTC(2026, 2, 2), Date.UTC(2026, 2, 2, 0, 1)]);
    expect(values[head.columns.findIndex(({ quantity }) => quantity === 'cpu')]).toEqual([1, 2]);
  });

  test('is the one that ‹map› names', async () => {
    const text = 'time,end,cpu,n\n2026-03-02 00:00,2026-03-02 00:01,1,2\n';
    expect((await read(text, { map: ['time=end', 'cpu=cpu'] })).times).toEqual([Date.UTC(2026, 2, 2, 0, 1)]);
    expect(await refusal('when,cpu\nnow,1\n')).toBe(
      'load.csv:2: no column has times that can be read; say which one has, as in ‹map› time=COLUMN; ' +
        'times are 2026-03-29 14:30:00, ISO 8601, or seconds since 1970',
    );
    expect(await refusal(text, { map: ['time=cpu', 'load=n'] })).toBe(
      'load.csv:2: no row has a time that can be read; times are 2026-03-29 14:30:00, ISO 8601, or seconds since ' +
        '1970; ‹map› time=COLUMN says where they are',
    );
  });
});

describe('dates that end with the year', () => {
  const read_ = async (cells: readonly string[], map: readonly string[] = []) => {
    const text = `time,cpu\n${cells.map((cell) => `"${cell}",1\n`).join('')}`;
    const { times, notes } = await read(text, { map: map.length === 0 ? [] : [...map, 'cpu=cpu:vcpu'] });
    return { times: times.map((time) => new Date(time).toISOString().slice(0, 16)), notes };
  };

  test.each([
    ['3/29/2026 2:30 PM', '2026-03-29T14:30'],
    ['03/29/2026 02:30:00 pm', '2026-03-29T14:30'],
    ['3/29/2026, 12:05 AM', '2026-03-29T00:05'],
    ['3/29/2026 14:30', '2026-03-29T14:30'],
    ['3-29-2026 14:30:05.5', '2026-03-29T14:30'],
    ['29.3.2026 14:30', '2026-03-29T14:30'],
    ['29/03/2026', '2026-03-29T00:00'],
    ['29/03/2026 14:30 +02:00', '2026-03-29T12:30'],
    ['3/3/2026 14:30', '2026-03-03T14:30'],
  ])('%j is understood', async (cell, time) => {
    expect((await read_([cell])).times).toEqual([time]);
  });

  test.each(['13/13/2026', '2/30/2026', '3/29/2026 25:00', '3/29/2026 13:00 PM', '3/29/26'])(
    '%j is not a date',
    async (cell) => {
      await expect(read_([cell])).rejects.toThrow('no column has times that can be read');
    },
  );

  test('all of the first rows together tell which order they have', async () => {
    const { times, notes } = await read_(['3/1/2026', '3/12/2026', '3/13/2026']);
    expect(times).toEqual(['2026-03-01T00:00', '2026-03-12T00:00', '2026-03-13T00:00']);
    expect(notes).toContain('dates are month-first');
    expect((await read_(['1/3/2026', '12/3/2026', '13/3/2026'])).times).toEqual(times);
  });

  test('with points, the day always comes first', async () => {
    const { times, notes } = await read_(['02.03.2026', '03.03.2026']);
    expect(times).toEqual(['2026-03-02T00:00', '2026-03-03T00:00']);
    expect(notes).toContain('dates are day-first');
  });

  test('that fit both orders are a problem, unless ‹map› gives the order', async () => {
    const cells = ['3/1/2026', '3/2/2026'];
    await expect(read_(cells)).rejects.toThrow(
      'load.csv:2, column "time": whether month or day comes first is not clear from dates such as 3/1/2026; ' +
        'say ‹map› time=time:month-first or ‹map› time=time:day-first',
    );
    expect((await read_(cells, ['time=time:month-first'])).times).toEqual([
      '2026-03-01T00:00',
      '2026-03-02T00:00',
    ]);
    expect((await read_(cells, ['time=time:day-first'])).times).toEqual([
      '2026-01-03T00:00',
      '2026-02-03T00:00',
    ]);
  });
});
