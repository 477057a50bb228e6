import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { files as shipped } from '../picture/documents.ts';
import { runFull as run } from './run.ts';

const STORM = 'scenarios/connection-storm.yaml';
const result = (await run(['simulate', STORM, '--json'], shipped)).out;
const files = { ...shipped, 'result.json': result };

describe('tidemark report', () => {
  test('draws a scenario like the result that simulate prints of it, and lists the findings', async () => {
    const [ofScenario, ofResult, ofPipe] = await Promise.all(
      [STORM, 'result.json', '-'].map((file) =>
        run(['report', file, '-o', 'out', '--format', 'svg'], { ...files, '-': result }),
      ),
    );
    expect([ofScenario?.code, ofScenario?.err]).toEqual([0, '']);
    expect(ofResult).toEqual(ofScenario);
    expect(ofPipe).toEqual(ofScenario);
    expect(Object.keys(ofScenario?.written ?? {})).toEqual([
      'out/size.svg',
      'out/cost.svg',
      'out/connections.svg',
      'out/throttling.svg',
      'out/life.svg',
    ]);
    expect(ofScenario?.out).toMatch(/^5 pictures are in out:\n {2}size: It slept 87\.2% of the time/);
    expect(Math.max(...(ofScenario?.out ?? '').split('\n').map(({ length }) => length))).toBeLessThanOrEqual(
      80,
    );
  });

  test('is one page without --format, and says how it was made', async () => {
    const { code, out, written } = await run(['report', 'result.json', '-o', 'my report'], files);
    expect(code).toBe(0);
    expect(out).toMatch(/^5 pictures are in my report\/report\.html:\n/);
    expect(Object.keys(written)).toEqual(['my report/report.html']);
    expect(written['my report/report.html']).toContain(
      '<code>tidemark report result.json -o &#39;my report&#39;</code>',
    );
  });

  test.each([
    ['simulate', STORM],
    ['compare', STORM, '--set', 'max=1'],
    ['incident', STORM, '--at', '30m', '--around', '15m'],
    [
      'check',
      'scenarios/traces/office-week.jsonl',
      '--current',
      '0.25-2, 5m',
      '--actual',
      'scenarios/actuals/office-week-consumption.json',
    ],
  ])('--report of %s writes the page that report makes of the printed result', async (...args) => {
    const plain = await run([...args, '--json'], files);
    const both = await run([...args, '--json', '--report', 'out'], files);
    expect([both.code, both.out, both.err]).toEqual([0, plain.out, 'The report is out/report.html.\n']);
    const { written } = await run(['report', '-', '-o', 'out'], { '-': plain.out });
    const command = /<code>.*<\/code>/;
    expect(both.written['out/report.html']?.replace(command, '')).toBe(
      written['out/report.html']?.replace(command, ''),
    );
  });

  test('writes PNG, Markdown with its pictures, and specifications with the result', async () => {
    const png = await run(
      ['report', 'result.json', '-o', 'out', '--format', 'png', '--theme', 'dark'],
      files,
    );
    expect(Object.keys(png.written)).toEqual(
      ['size', 'cost', 'connections', 'throttling', 'life'].map((name) => `out/${name}.png`),
    );
    for (const bytes of Object.values(png.written)) expect(bytes.slice(1, 4)).toBe('PNG');

    const { written } = await run(['report', 'result.json', '-o', 'out', '--format', 'markdown'], files);
    const page = written['out/report.md'] ?? '';
    expect(page).toMatch(/^# Ten thousand|^# /);
    const shown = [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, name]) => `out/${name}`);
    expect(['out/report.md', ...shown]).toEqual(Object.keys(written));

    const specs = (await run(['report', 'result.json', '-o', 'out', '--format', 'json'], files)).written;
    expect(specs['out/result.json']).toBe(result);
    expect(JSON.parse(specs['out/size.vl.json'] ?? '')).toMatchObject({
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    });
  });

  test('writes the text as it was printed', async () => {
    const { code, out, written } = await run(
      ['report', 'result.json', '-o', 'out', '--format', 'text'],
      files,
    );
    expect([code, out]).toEqual([0, 'The words are in out/report.txt.\n']);
    expect(written).toEqual({ 'out/report.txt': (await run(['simulate', STORM], files)).out });
  });

  test('has one SVG for light and dark pages, but not one PNG', async () => {
    const { written } = await run(
      ['report', 'result.json', '-o', 'out', '--format', 'svg', '--theme', 'auto'],
      files,
    );
    expect(written['out/size.svg']).toContain('<style>@media (prefers-color-scheme:dark){[fill="#ffffff"]');
    const png = await run(
      ['report', 'result.json', '-o', 'out', '--format', 'png', '--theme', 'auto'],
      files,
    );
    expect([png.code, png.err, png.written]).toEqual([
      2,
      'tidemark: --theme: png has one theme for everybody; write light or dark, or --format svg\n',
      {},
    ]);
  });

  test.each([
    [
      'simulation',
      2,
      'found 2, and this tidemark reads version 4 of tidemark/simulation; create it again with tidemark simulate --json',
    ],
    [
      'simulation',
      5,
      'found 5, and this tidemark reads version 4 of tidemark/simulation; use the tidemark that made it',
    ],
    [
      'plan',
      0,
      'found 0, and this tidemark reads version 3 of tidemark/plan; create it again with tidemark plan --json',
    ],
    [
      'policies',
      undefined,
      'found nothing, and this tidemark reads version 2 of tidemark/policies; create it again with tidemark policies --json',
    ],
  ])('refuses tidemark/%s of version %s', async (kind, version, words) => {
    const old = JSON.stringify({ schema: `tidemark/${kind}`, version });
    expect(await run(['report', 'old.json', '-o', 'out'], { 'old.json': old })).toEqual({
      code: 2,
      out: '',
      err: `tidemark: old.json, version: ${words}\n`,
      written: {},
    });
  });

  test.each([
    [
      '{"schema":"tidemark/simulatoin","version":2}',
      'tidemark: r.json, schema: found "tidemark/simulatoin", which has no pictures; did you mean tidemark/simulation?\n',
    ],
    [
      '{"schema":"tidemark/policies","version":2}',
      'tidemark: r.json, why: expected string, received undefined, as no tidemark/policies has it; create it again with tidemark policies --json\n',
    ],
  ])('says what is wrong with %s', async (text, err) => {
    expect(await run(['report', 'r.json', '-o', 'out'], { 'r.json': text })).toEqual({
      code: 2,
      out: '',
      err,
      written: {},
    });
  });

  test('refuses a pipe that holds no result', async () => {
    const { code, err } = await run(['report', '-', '-o', 'out'], { '-': 'why: a scenario\n' });
    expect([code, err]).toEqual([
      2,
      'tidemark: standard input: it holds no result; pipe what a command prints with --json, or name a file\n',
    ]);
  });

  test('draws or refuses a result with any part of it changed', async () => {
    const paths = partsOf(JSON.parse(result));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.oneof(fc.jsonValue(), fc.constantFrom(null, -1, 1e300, '', [], {})),
        async (path, value) => {
          const text = JSON.stringify(changed(JSON.parse(result), path, value));
          const { code, err } = await run(['report', 'r.json', '-o', 'out', '--format', 'json'], {
            'r.json': text,
          });
          expect([0, 2], err).toContain(code);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('reports that a folder cannot be made, and writes nothing', () => {
    const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    const storm = fileURLToPath(new URL(`../../${STORM}`, import.meta.url));
    const attempt = () =>
      execFileSync('node', [main, 'report', storm, '-o', '/dev/null/report'], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(attempt).toThrow(
      '/dev/null/report: it cannot be written: a part of the path is a file, not a folder; name another path',
    );
  });
});

test('loads Vega and resvg only if something is drawn', () => {
  const source = new URL('../../src/', import.meta.url);
  const loading = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) =>
      /^import (?!type)[^;]*'(?:vega|vega-lite|@resvg[^']*)'|\bimport\('(?:vega|@resvg)/m.test(
        readFileSync(new URL(path, source), 'utf8'),
      ),
    )
    .map((path) => path.replaceAll('\\', '/'));
  expect(loading.sort()).toEqual([
    'picture/drawing/compiled.ts',
    'picture/drawing/png.ts',
    'picture/drawing/svg.ts',
  ]);
  for (const path of loading)
    expect(readFileSync(new URL(path, source), 'utf8')).not.toMatch(
      /^import (?!type)[^;]*'(?:vega|vega-lite|@resvg[^']*)'/m,
    );
});

/** The paths of all parts of a document. The first element of each list stands for the others. */
function partsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const inner = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
  return [[...path], ...[...inner].flatMap(([key, part]) => partsOf(part, [...path, String(key)]))].filter(
    ({ length }) => length > 0,
  );
}

function changed(document: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = document as Record<string, unknown>;
  inner[key] = changed(inner[key], rest, value);
  return document;
}
