import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ran, run } from './run.ts';

const FOLDER = new URL('../trace/exports/', import.meta.url);
const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));
const percents = bytes('grafana-units-in-header.csv');

type Files = Readonly<Record<string, string | Uint8Array>>;

const doctor = async (name: string, files: Files, ...flags: readonly string[]) => {
  const { code, out, err } = await run(['doctor', name, ...flags, '--json'], files);
  return { code, err, found: JSON.parse(out) };
};

/** Runs the suggested command. No name here needs quotes. */
const pasted = (next: string, files: Files): Promise<Ran> => {
  const [program, ...words] = next.split(' ');
  expect(program).toBe('tidemark');
  return run(words, files);
};

describe('tidemark doctor', () => {
  test('is named in the help', async () => {
    const { out } = await run(['--help']);
    expect(out).toMatch(/^ {2}doctor .* {2}Say what a file is/m);
  });

  test('goes on after a problem, with the flag that solves it', async () => {
    const { code, out, err } = await run(['doctor', 'shop.csv'], { 'shop.csv': percents });
    expect([code, err]).toEqual([1, 'tidemark: shop.csv: 1 problem\n']);
    expect(out.replace(/\n\nQuestion.*?(?=\n\nHow)/s, '')).toBe(`The file shop.csv

  It is         a table, a column for each quantity
  Recognized    cpu (average) from CPU %, memory (at an instant) from Memory
                (GiB), activeConnections (at an instant) from Active connections
  Missing       connections (connections), workingSet (cache, working set),
                temporaryBytes (temporary disk)
  Problems      1

Problems:
  - shop.csv, column "CPU %": cpu is a percent of an unknown number of
    processors; say how many with --vcpus, or which machine with --instance, or
    map a column with the size, and --map 'cpu=CPU %:percent-of-size'
    The rest of this answer reads it with --vcpus 2, right if it has 2 vCPU.

How it was read:
  - times from "Time"
  - cpu from "CPU %" as percent of 2 vCPU
  - memory from "Memory (GiB)" as gib
  - activeConnections from "Active connections" as number
  - times have no zone and were read as UTC; set another zone with --timezone

Next, to paste, right if it has 2 vCPU:

  tidemark plan shop.csv --vcpus 2
`);
  });

  test('reports every problem, one after another', async () => {
    const { code, found } = await doctor('shop.csv', { 'shop.csv': bytes('datadog-several.csv') });
    expect(code).toBe(1);
    expect(found.problems.length).toBeGreaterThan(0);
    const queries = 'time,queries,memory\n2026-03-02T08:00:00Z,5,\n2026-03-02T08:01:00Z,7,\n';
    const two = await doctor('shop.csv', { 'shop.csv': queries });
    expect(two.found.problems.map(({ problem }: { problem: { found: string } }) => problem.found)).toEqual([
      'none of its values is known, so memory is unknown',
      'it has queries and no CPU',
    ]);
    expect(two.found.next).toBe('tidemark plan shop.csv --cpu-per-query 5ms');
    expect(await pasted(two.found.next, { 'shop.csv': queries })).toMatchObject({ code: 0 });
  });

  test('never calls a quantity both recognized and missing', async () => {
    for (const name of readdirSync(FOLDER)) {
      const { out } = await run(['doctor', name], { [name]: bytes(name) });
      const figure = (label: string) => {
        const [, text = ''] = new RegExp(`^  ${label} +((?:.*\n {16})*.*)$`, 'm').exec(out) ?? [];
        return text.replaceAll(/\s+/g, ' ');
      };
      const recognized = [
        ...figure('Recognized').matchAll(/(\w+) \((?:average|maximum|at an instant)\) from/g),
      ];
      const missing = [...figure('Missing').matchAll(/(\w+) \(/g)].map(([, quantity]) => quantity);
      for (const [, quantity] of recognized) expect([name, missing]).not.toContain(quantity);
      const both = recognized.map(([, quantity]) => quantity).filter((one) => missing.includes(one));
      expect([name, both]).toEqual([name, []]);
    }
  });

  test.each([
    ['an empty file', 'a.csv', { 'a.csv': '' }, 1, 'an empty file', null],
    ['blanks', 'a.csv', { 'a.csv': '\n \n' }, 1, 'an empty file', null],
    ['bytes', 'a', { a: Uint8Array.from([127, 69, 0, 0, 1]) }, 1, 'binary data', null],
    [
      'a spreadsheet',
      'a.xlsx',
      { 'a.xlsx': 'PK\u0003\u0004\u0000' },
      1,
      'a ZIP archive or a spreadsheet of Excel',
      null,
    ],
    [
      'packed',
      'a.gz',
      { 'a.gz': gzipSync('time,cpu\n2026-03-02T08:00:00Z,0.5\n2026-03-02T08:01:00Z,0.5\n') },
      0,
      'a table, a column for each quantity',
      'tidemark plan a.gz',
    ],
    [
      'packed and cut',
      'a.gz',
      { 'a.gz': gzipSync('time,cpu\n').subarray(0, 15) },
      1,
      'packed with gzip',
      null,
    ],
    [
      'a price list',
      'p.yaml',
      { 'p.yaml': 'date: 2025-06\ncomputePerCuHour: { launch: 0.14, scale: 0.26 }\n' },
      0,
      'a price list',
      'tidemark sizes --min 0.25 --max 2 --prices p.yaml',
    ],
    [
      'a wrong price list',
      'p.yaml',
      { 'p.yaml': 'date: june\ncomputePerCuHour: { launch: x }\n' },
      1,
      'a price list',
      null,
    ],
    ['a bill', 'b.yaml', { 'b.yaml': 'months: [{ month: 2026-03, total: 12 }]\n' }, 0, 'a bill', null],
    [
      'a history',
      'h.yaml',
      { 'h.yaml': 'configurations: [{ from: 2026-03-01, configuration: "1-2, 5m" }]\n' },
      0,
      'a history of configurations',
      null,
    ],
    [
      'metrics',
      'm.yaml',
      { 'm.yaml': '- load1: 0.5\n' },
      0,
      'metrics as the autoscaler sees them',
      'tidemark explain m.yaml --min 0.25 --max 2',
    ],
    [
      'text',
      'notes.txt',
      { 'notes.txt': 'nothing to be read' },
      1,
      'text, and neither a trace nor a scenario',
      null,
    ],
    ['YAML that breaks off', 'a.yaml', { 'a.yaml': 'why: [\n' }, 1, 'text that cannot be read', null],
  ] as const)('%s', async (_, name, files, expected, what, next) => {
    const { code, found } = await doctor(name, files as Files);
    expect([code, found.what, found.next]).toEqual([expected, what, next]);
    expect(found.problems.length > 0).toBe(expected === 1);
    if (next !== null) expect(await pasted(next, files as Files)).toMatchObject({ code: 0, err: '' });
  });

  const SCENARIO =
    'why: x\nhorizon: 1h\ncompute: { size: 0.25 }\ndemand: [{ kind: cron, at: "0 * * * *", query: { cpu: 1s } }]\n';

  test('reports each mistake of a scenario with its line', async () => {
    expect((await doctor('a.yaml', { 'a.yaml': SCENARIO })).found).toMatchObject({
      what: 'a scenario',
      next: 'tidemark plan a.yaml',
    });
    const wrong = { 'a.yaml': SCENARIO.replace('horizon', 'horizn').replace('size', 'sze') };
    const { code, found } = await doctor('a.yaml', wrong);
    expect(code).toBe(1);
    const lines = found.problems.map(
      ({ problem }: { problem: { place: { line: number } } }) => problem.place.line,
    );
    expect(lines).toEqual(expect.arrayContaining([2, 3]));
  });

  test('reports each database of a list, with its own command', async () => {
    const list =
      'databases:\n  - { name: one, file: one.csv }\n  - { name: two, project: p, file: two.csv }\n  - { name: gone, file: gone.csv }\n';
    const files = { 'all.yaml': list, 'one.csv': bytes('size-history.csv'), 'two.csv': percents };
    const { code, found } = await doctor('all.yaml', files);
    expect([code, found.what, found.next]).toEqual([1, 'a list of 3 databases', 'tidemark plan all.yaml']);
    expect(found.members).toMatchObject([
      { name: 'one', problems: [], next: null },
      { name: 'p/two', problems: [{}], next: "tidemark plan 'all.yaml#p/two' --vcpus 2" },
      { name: 'gone', problems: [{ problem: { found: 'there is no such file' } }], next: null },
    ]);
    const alone = await run(['plan', 'all.yaml#p/two', '--vcpus', '2'], files);
    expect(alone).toMatchObject({ code: 0, err: '' });
  });

  test('reports each file of a folder, and one command if it works for all', async () => {
    const files = { 'all/a.csv': percents, 'all/b.csv': percents, 'all/page.html': '<html>' };
    const { code, found } = await doctor('all', files);
    expect(code).toBe(1);
    expect(found.what).toBe('a folder of 3 files, 2 of which can be planned');
    expect(found.next).toBe('tidemark plan all --vcpus 2');
    expect(found.members.map(({ what }: { what: string }) => what)).toEqual([
      'a table, a column for each quantity',
      'a table, a column for each quantity',
      'a web page',
    ]);
    const { out } = await run(['doctor', 'all'], files);
    expect(out).toContain('\n\n  tidemark plan all/a.csv --vcpus 2\n  tidemark plan all/b.csv --vcpus 2\n\n');
    expect(out).toMatch(/Next, to paste, right if it has 2 vCPU:\n\n {2}tidemark plan all --vcpus 2\n$/);
  });

  test('goes on after a file of a folder that cannot be opened', async () => {
    const locked: Files = Object.defineProperty(
      { 'all/b.csv': percents } as Record<string, Uint8Array>,
      'all/a.csv',
      {
        enumerable: true,
        get: () => {
          throw Object.assign(new Error('no'), { code: 'EACCES' });
        },
      },
    );
    const { code, found } = await doctor('all', locked);
    expect([code, found.next]).toEqual([1, 'tidemark plan all --vcpus 2']);
    expect(found.members[0]).toMatchObject({
      what: 'a file that cannot be opened',
      problems: [{ problem: { found: 'this user may not read it' } }],
    });
  });

  test('reports each of several databases in a table', async () => {
    const files = { 'all.csv': bytes('grafana-names-of-databases.csv') };
    const { found } = await doctor('all.csv', files, '--by', 'CPU *');
    expect(found.members.map(({ name }: { name: string }) => name)).toEqual(['shop prod', 'billing']);
    expect(found.next).toContain("--by 'CPU *'");
  });

  test('refuses a path that does not exist and an unknown flag as bad input', async () => {
    expect((await run(['doctor', 'gone.csv'])).code).toBe(2);
    expect((await run(['doctor', 'a.csv', '--vcpus', 'x'], { 'a.csv': percents })).code).toBe(2);
  });

  test('answers for any bytes', async () => {
    const texts = readdirSync(FOLDER).map((name) => bytes(name));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
          fc
            .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(), fc.nat(255))
            .map(([text, end, at, byte]) => {
              const cut = text.slice(0, end % text.length);
              if (cut.length > 0) cut[at % cut.length] = byte;
              return cut;
            }),
        ),
        async (content) => {
          const { code, out } = await run(['doctor', 'file', '--json'], { file: content });
          expect([0, 1]).toContain(code);
          const { next, problems } = JSON.parse(out);
          expect(problems.length > 0).toBe(code === 1);
          if (code === 0) expect(next).not.toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });
});
