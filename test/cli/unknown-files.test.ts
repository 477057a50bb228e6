import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const POINTS = [
  [1_772_438_400, 0.5],
  [1_772_438_460, 0.6],
];
const GRAPHITE = JSON.stringify([
  { target: 'cpu.shop', datapoints: POINTS.map(([at, value]) => [value, at]) },
]);
const FRAMES = JSON.stringify({
  results: { A: { frames: [{ schema: { fields: [{ name: 'Time' }] }, data: { values: POINTS } }] } },
});

const FILES: readonly (readonly [name: string, content: string | Uint8Array, what: RegExp])[] = [
  ['a list of series', GRAPHITE, /most likely metrics, in an unknown format; .*--map/],
  ['frames of Grafana', FRAMES, /in an unknown format \(JSON with results\); .*docs\/exports\.md/],
  ['YAML as a list', '- time: 2026-03-02T08:00:00Z\n  cpu: 0.5\n', /most likely metrics, as a YAML list/],
  ['YAML as a group', 'rows:\n  - [2026-03-02T08:00:00Z, 0.5]\n', /in an unknown format \(YAML with rows\)/],
  [
    'an error of an API',
    '{"errors":["Forbidden"]}',
    /the error message of another API: Forbidden; correct the request/,
  ],
  ['a page to log in', '<!DOCTYPE html>\n<html>,</html>', /a web page; log in/],
  ['XML', '<?xml version="1.0"?><a b="1,2"/>', /XML; export CSV or JSON/],
  [
    'a spreadsheet',
    Buffer.from('PK\u0003\u0004\u0000\u0000,'),
    /a spreadsheet of Excel; .*save the spreadsheet as CSV/,
  ],
  ['a picture', Buffer.from([0x89, ...Buffer.from('PNG\r\n')]), /a picture/],
  ['bytes', Uint8Array.from([1, 0, 2, 0, 3]), /binary data/],
  ['an answer of tidemark', '{"schema":"tidemark/plan","version":1}', /own \(tidemark\/plan\); show it with/],
];

/** A table whose opening, the part that is examined, ends within a time: `2026-03-02T10:` is no field of YAML. */
const long = [
  'time,cpu_cores',
  ...Array.from(
    { length: 9000 },
    (_, i) => `${new Date(Date.UTC(2026, 2, 2) + i * 60_000).toISOString()},0.5`,
  ),
].join('\n');

test.each(Array.from({ length: 40 }, (_, i) => i))(
  'a table is recognised wherever its opening ends: %i bytes later',
  async (more) => {
    const { code, err } = await run(['trace', 'inspect', 't.csv'], {
      't.csv': `${'#'.repeat(more)}time,cpu_cores${long.slice(14)}`,
    });
    expect([code, err]).toEqual([0, '']);
  },
);

describe('a file that no reader takes', () => {
  test.each(FILES)('%s is called by its kind', async (_, content, what) => {
    for (const command of [
      ['plan'],
      ['simulate'],
      ['trace', 'inspect'],
      ['trace', 'awake'],
      ['compare', '--set', 'max=4'],
    ]) {
      const { code, out, err } = await run([...command, 'export'], { export: content });
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^tidemark: export: this is [^\n]*\n$/);
      expect(err).toMatch(what);
    }
  });

  test.each(FILES)(
    '%s: the same in gzip, and beside others in a folder or a list',
    async (_, content, what) => {
      const packed = await run(['plan', 'a.gz'], { 'a.gz': gzipSync(content) });
      expect(packed).toMatchObject({ code: 2, out: '' });
      expect(packed.err).toMatch(what);
      const list = { 'all.yaml': 'databases: [{ name: a, file: all/export }]\n', 'all/export': content };
      for (const many of ['all', 'all.yaml']) {
        const { code, err } = await run(['plan', many], list);
        expect(code).toBe(2);
        expect(err).toMatch(what);
      }
    },
  );

  test.each([
    [
      'a misspelt field',
      'why: x\nhorizon: 1h\nstart: 2026-03-02T08:00\ncompute: { mn: 0.25 }\ndemand: []\n',
      'mn',
    ],
    ['JSON', '{"why":"x","start":"2026-03-02T08:00","horizn":"1h"}', 'horizn'],
    ['nothing of it', 'name: shop\n', 'why'],
  ])('a scenario with mistakes is still called a scenario: %s', async (_, text, field) => {
    const { code, err } = await run(['plan', 'shop.yaml'], { 'shop.yaml': text });
    expect(code).toBe(2);
    expect(err).toContain(field);
    expect(err).not.toContain('this is');
  });
});
