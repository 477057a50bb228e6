import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsOf } from '../../src/trace/csv/unquoted.ts';
import { byteBlocks } from '../../src/trace/reading/blocks.ts';
import { runs } from '../runs.ts';
import { piecewise, read, refusal, zipped } from './read.ts';

const cell = fc.oneof(
  fc.nat().map(String),
  fc.double({ min: 0, noNaN: true }).map(String),
  fc.constantFrom('', '-1', 'null', 'x', '1.5', ' 2 ', 'inf'),
);
const times = fc.array(fc.integer({ min: -3, max: 10 }), { minLength: 1, maxLength: 30 });
/** Rows of a table whose times mostly increase; some rows have too few cells. */
const rows = fc
  .tuple(times, fc.infiniteStream(cell), fc.infiniteStream(fc.nat(9)))
  .map(([steps, cells, cut]) => {
    let minute = 0;
    return steps.map((step) => {
      minute += step;
      const time = new Date(Date.UTC(2026, 2, 2) + minute * 60_000).toISOString();
      const all = [time, ...Array.from({ length: 3 }, () => cells.next().value as string)];
      return cut.next().value === 0 ? all.slice(0, 2) : all;
    });
  });
const HEADER = ['time', 'cpu', 'memory', 'connections'];
const MAP = { map: ['cpu=cpu:vcpu', 'memory=memory:kib', 'connections=connections'] };

/** The result of reading a source: the trace, or the message of the problem. */
async function outcome(
  source: Parameters<typeof read>[0],
  settings: Parameters<typeof read>[1],
): Promise<unknown> {
  try {
    return await read(source, settings);
  } catch (error) {
    if (error instanceof Error && error.name === 'ProblemError') return error.message;
    throw error;
  }
}

describe('a table', () => {
  test('gives the same trace with quotes as without', async () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    const delimiter = fc.constantFrom(',', ';', '\t', '|');
    await fc.assert(
      fc.asyncProperty(
        rows,
        delimiter,
        fc.infiniteStream(ends),
        fc.infiniteStream(fc.boolean()),
        fc.boolean(),
        async (rows, delimiter, ends, quotes, strict) => {
          const table = (quoted: boolean) =>
            [HEADER, ...rows]
              .map((cells) =>
                cells.map((cell) => (quoted && quotes.next().value ? `"${cell}"` : cell)).join(delimiter),
              )
              .map((line) => line + (quoted ? ends.next().value : '\n'))
              .join('');
          const settings = { ...MAP, strict };
          expect(await outcome(table(true), settings)).toEqual(await outcome(table(false), settings));
        },
      ),
    );
  });

  test('gives the same trace in pieces of any size, and in gzip', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 50 }), async (rows, size) => {
        const text = [HEADER, ...rows].map((cells) => cells.join(',')).join('\n');
        const whole = await outcome(text, MAP);
        for (const bytes of [Buffer.from(text), zipped(text)]) {
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          expect(await outcome(pieces, MAP)).toEqual(whole);
        }
      }),
      runs(50, 200),
    );
  });
});

describe('any source of bytes', () => {
  const maps = fc.constantFrom(
    [],
    ['cpu=1'],
    ['cpu=2:vcpu'],
    ['queries=each'],
    ['time=1', 'load=2'],
    ['queries=2:per-second'],
  );
  const settings = fc.record({
    map: maps,
    strict: fc.boolean(),
    vcpus: fc.option(fc.integer({ min: 1, max: 8 })),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
  });
  const piece = fc.constantFrom(
    ...[
      'time',
      'cpu',
      '1',
      '0.5',
      '2026-03-29 02:30:00',
      '2026-10-25 02:30',
      '1772409600',
      '"',
      '""',
      ',',
      ';',
    ],
    ...[
      '\n',
      '\r',
      '\r\n',
      '\t',
      '|',
      ' ',
      '-',
      'null',
      '{"schema":"tidemark/trace"',
      '[1,2]',
      '\u00e9',
      '=',
    ],
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    text.map((text) => Buffer.from(text)),
    text.map((text) => Buffer.from(`time,cpu\n2026-03-29 02:30:00,1\n${text}`)),
    fc.tuple(text, fc.nat(80)).map(([text, cut]) => zipped(text).subarray(0, cut)),
    fc.tuple(text, fc.nat(60), fc.nat(255)).map(([text, at, byte]) => zipped(text).fill(byte, at, at + 2)),
  );
  test('is read, or refused with a problem of the file', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, settings, async (bytes, settings) => {
        const result = await outcome(bytes, settings);
        if (typeof result === 'string') expect(result).toMatch(/^load\.csv[:,]/);
        else expect(result).toHaveProperty('head.name', 'load.csv');
      }),
      runs(600, 3000),
    );
  });
});

describe('blocks of a text', () => {
  const cellText = fc.oneof(
    fc.constantFrom('1.5', 'a"b', 'x y', ''),
    fc
      .string({ unit: fc.constantFrom('a', '\n', ',', '""', '\r\n'), maxLength: 40 })
      .map((text) => `"${text}"`),
  );
  test('end where records end, ignore line ends within quotes, and know their line numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cellText, { minLength: 2, maxLength: 5 }), { minLength: 50, maxLength: 100 }),
        fc.integer({ min: 1000, max: 100_000 }),
        async (rows, size) => {
          const part = rows.map((cells) => `${cells.join(',')}\n`).join('');
          const text = part.repeat(Math.ceil(200_000 / part.length));
          const bytes = Buffer.from(text);
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          let seen = '';
          const cells: string[][] = [];
          for await (const block of byteBlocks(piecewise(pieces), 'a.csv', true)) {
            expect(block.line).toBe(seen.split('\n').length);
            const own = Buffer.from(block.bytes).toString();
            seen += own;
            cells.push(...cellsOf(own, ',').filter((row) => row.length > 1));
          }
          expect(seen).toBe(text);
          expect(cells).toEqual(cellsOf(text, ',').filter((row) => row.length > 1));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('an unclosed quote is reported where it was opened, before the whole file is read', async () => {
    expect(await refusal('time,cpu\n2026-03-02 00:00:00,1\n2026-03-02 00:00:00,"1\n')).toBe(
      'load.csv:3: a quote is opened here and not closed; close it, or take it out',
    );
    const rows = Array.from({ length: 500_000 }, () => '2026-03-02 00:00:00,1\n').join('');
    expect(await refusal(`time,cpu\n2026-03-02 00:00:00,1\n"${rows}`)).toBe(
      'load.csv:3: a quote is opened here and not closed; close it, or take it out',
    );
  });

  test('an endless line is reported before the whole file is read', async () => {
    const endless = Array.from({ length: 1000 }, () => Buffer.alloc(10_000, '1'));
    expect(await refusal([Buffer.from('time,cpu\n2026-03-02 00:00:00,'), ...endless])).toBe(
      'load.csv:2: the line is longer than 8 MiB; is this a table with a line for each sample?',
    );
  });

  test('a row may be longer than a block', async () => {
    const text = `time,cpu,why\n2026-03-02 00:00:00,1,${'x'.repeat(200_000)}\n2026-03-02 00:01:00,2,\n`;
    expect((await read(text)).values).toEqual([[1, 2]]);
  });
});
