import { describe, expect, test } from 'vitest';
import { readTrace, recognise } from '../../src/trace/index.ts';
import { read, refusal, SETTINGS, zipped } from './read.ts';

const TABLE = 'time,cpu_cores\n2026-03-02 00:00:00,1\n2026-03-02 00:01:00,2.5\n';
const START = Date.UTC(2026, 2, 2);
const TIMES = [START, START + 60_000];

describe('a format is recognised by the content', () => {
  test.each([
    ['CSV', TABLE],
    ['CSV with a byte order mark', `\ufeff${TABLE}`],
    ['tabs', TABLE.replaceAll(',', '\t')],
    ['semicolons and decimal commas', TABLE.replaceAll(',', ';').replace('.', ',')],
    ['bars', TABLE.replaceAll(',', '|')],
    ['line ends of Windows', TABLE.replaceAll('\n', '\r\n')],
    ['line ends of old', TABLE.replaceAll('\n', '\r')],
    ['mixed line ends', TABLE.replace('\n', '\r\n')],
    ['quotes', TABLE.replace(/[^,\n]+/g, '"$&"')],
    ['no end of its last line', TABLE.trimEnd()],
    ['empty lines', `\n${TABLE.replace('\n', '\n\n')}\n`],
    ['more cells than names', TABLE.replace('2.5', '2.5,x')],
    ['a separator that is said', `sep=,\r\n${TABLE}`],
    ['a separator that is said and not in most cells', `sep=;\n${TABLE.replaceAll(',', ';')}`],
    ['UTF-16', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16, the high byte first', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
    ['a hundred columns', TABLE.replaceAll('\n', `${',x'.repeat(98)}\n`)],
    [
      'our own',
      '{"schema":"tidemark/trace","version":1,"name":"load.csv","timezone":"UTC","stepMs":60000,"columns":[' +
        '{"quantity":"cpu","statistic":"average","gap":"unknown","source":"cpu_cores"}]}\n' +
        `[${TIMES[0]},1]\n[${TIMES[1]},2.5]\n`,
    ],
  ])('%s', async (_, text) => {
    const bytes = Buffer.from(text);
    for (const source of [bytes, zipped(bytes), [...bytes].map((byte) => Uint8Array.of(byte))]) {
      const { head, times, values, skipped } = await read(source);
      expect(head).toEqual({
        name: 'load.csv',
        timezone: 'UTC',
        stepMs: 60_000,
        columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu_cores' }],
      });
      expect(times).toEqual(TIMES);
      expect(values).toEqual([[1, 2.5]]);
      expect(skipped).toEqual({});
    }
  });

  test('of gzip with several members, as concatenated logs have', async () => {
    const [head, tail] = [TABLE.slice(0, 50), TABLE.slice(50)];
    expect((await read(Buffer.concat([zipped(head), zipped(tail)]))).times).toEqual(TIMES);
  });
});

describe('a file that is no trace is refused', () => {
  const long = zipped(TABLE + '2026-03-02 00:02:00,3\n'.repeat(999));
  const damaged = Uint8Array.from(long);
  damaged.fill(0xff, 20, 60);
  test.each([
    ['nothing', '', 'load.csv: the file is empty; a trace has a line for each sample; see docs/traces.md'],
    [
      'blanks',
      ' \n\n',
      'load.csv: the file is empty; a trace has a line for each sample; see docs/traces.md',
    ],
    [
      'gzip of nothing',
      zipped(''),
      'load.csv: the file is empty; a trace has a line for each sample; see docs/traces.md',
    ],
    ['cut gzip', long.subarray(0, -20), 'load.csv: the gzip file is truncated; copy the whole file again'],
    ['damaged gzip', damaged, 'load.csv: the gzip file is damaged; copy it again, or unpack it first'],
    [
      'UTF-16 of nothing',
      Buffer.from('\ufeff', 'utf16le'),
      'load.csv: the file is empty; see docs/traces.md',
    ],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]),
      'load.csv: this is a picture; export the numbers of the chart as CSV',
    ],
    [
      'bytes',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]),
      'load.csv: this is binary data; give CSV, or a trace that tidemark wrote; either may be gzip',
    ],
    [
      'JSON of others',
      '{"rows":[]}',
      'load.csv:1: this is JSON in an unknown format; docs/traces.md lists the known formats; ' +
        'for anything else give CSV',
    ],
    ['a header', 'time,cpu\n', 'load.csv:1: there is a header and no row below it; give a file with samples'],
  ])('%s', async (_, source, message) => {
    expect(await refusal(source)).toBe(message);
  });

  test('as is a time zone that does not exist', async () => {
    expect(await refusal(TABLE, { timezone: 'Mars/Olympus' })).toBe(
      'load.csv: "Mars/Olympus" is no time zone; use a name such as Europe/Berlin',
    );
  });

  test('an error of the source itself is passed on', async () => {
    const failing = async function* () {
      yield zipped(TABLE).subarray(0, 10);
      throw new Error('EIO');
    };
    const open = async () => readTrace(await recognise({ pieces: failing, parts: null }), SETTINGS);
    await expect(open()).rejects.toThrow('EIO');
  });
});
