import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ran, run, runFull } from './run.ts';

/** Three hours of work with this many vCPU, in a day of five-minute samples. */
const table = (vcpu: number) =>
  [
    'time,cpu',
    ...Array.from({ length: 288 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString();
      return `${time},${i % 96 < 12 ? vcpu : 0}`;
    }),
  ].join('\n');

interface Listed {
  readonly name: string;
  readonly current?: string;
  readonly team?: string;
  readonly vcpu?: number;
}

/** A list in a project, and the traces of its databases. One without vCPU has no file. */
const listOf = (databases: readonly Listed[]): Record<string, string> => ({
  'list.json': JSON.stringify({
    databases: databases.map(({ name, current, team }) => ({
      name,
      project: name === 'wiki' ? 'office' : 'shop',
      file: `${name}.csv`,
      ...(current === undefined ? {} : { current }),
      ...(team === undefined ? {} : { tags: { team } }),
    })),
  }),
  ...Object.fromEntries(
    databases.flatMap(({ name, vcpu }) => (vcpu === undefined ? [] : [[`${name}.csv`, table(vcpu)]])),
  ),
});

const PLAN = [
  ...['plan', 'list.json', '--map', 'cpu=cpu:vcpu', '--highest', '2', '--only', 'fixed'],
  ...['--objective', 'delay-p95=off', '--objective', 'delay-p99=off', '--objective', 'throttled=20%'],
  ...['--assume', 'burst=no', '--results', 'plans'],
];
const BEFORE = listOf([
  { name: 'orders', current: '2, off', team: 'pay', vcpu: 0.1 },
  { name: 'carts', current: '0.25, 5m', team: 'pay', vcpu: 1.2 },
  { name: 'wiki', current: '1, off', team: 'docs', vcpu: 0.1 },
  { name: 'old', current: '1, off', vcpu: 0.1 },
]);
const AFTER = listOf([
  { name: 'orders', current: '2, off', team: 'pay' },
  { name: 'carts', current: '2, 5m', team: 'pay', vcpu: 1.2 },
  { name: 'wiki', current: '0.25, 5m', team: 'docs', vcpu: 1.3 },
  { name: 'new', vcpu: 0.1 },
]);

describe('the answer about a list with tags', () => {
  let kept: Record<string, string>;
  let first: Ran;
  beforeAll(async () => {
    first = await run([...PLAN, '--json', '--roll-up', 'tag:team', '--roll-up', 'project'], BEFORE);
    kept = { ...BEFORE, ...first.written };
  });

  test('sums up groups by project and by a tag', async () => {
    const { rollUps, databases } = JSON.parse(first.out);
    expect(
      databases.map(({ name, severity }: { name: string; severity: string }) => [name, severity]),
    ).toEqual([
      ['orders', 'wasteful'],
      ['wiki', 'wasteful'],
      ['old', 'wasteful'],
      ['carts', 'at risk'],
    ]);
    const counts = rollUps.map(({ by, groups }: { by: string; groups: Record<string, unknown>[] }) => [
      by,
      groups.map(({ group, databases: all, atRisk, wasteful }) => [group, all, atRisk, wasteful]),
    ]);
    expect(counts).toEqual([
      [
        'tag:team',
        [
          ['pay', 2, 1, 1],
          ['docs', 1, 0, 1],
          [null, 1, 0, 1],
        ],
      ],
      [
        'project',
        [
          ['shop', 3, 1, 2],
          ['office', 1, 0, 1],
        ],
      ],
    ]);
    const sum = (all: readonly { saving: number }[]) => all.reduce((total, { saving }) => total + saving, 0);
    for (const { groups } of rollUps) expect(sum(groups)).toBeCloseTo(sum(databases), 6);
    const { out } = await run([...PLAN, '--roll-up', 'tag:team'], kept);
    expect(out).toMatch(
      /\n\nBy team\nteam +databases +at risk +wasteful +fine +no data +now +then +saves\npay +2 +1 +1 +0 +0 +\$/,
    );
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('names the tag that was meant', async () => {
    const errors = await Promise.all(
      ['tag:tea', 'tag:x', 'team'].map(
        async (field) => (await run([...PLAN, '--roll-up', field], BEFORE)).err,
      ),
    );
    expect(errors).toEqual([
      'tidemark: --roll-up: no database has a tag "tea"; did you mean tag:team?\n',
      'tidemark: --roll-up: no database has a tag "x"; write one of tag:team\n',
      'tidemark: --roll-up: found "team"; write project, or a tag such as tag:team\n',
    ]);
  });

  test('is written as a table, with the same cells as CSV and as Parquet', async () => {
    const { written, err } = await run([...PLAN, '--table', 'all.parquet'], kept);
    expect(err).toContain('all.parquet is written.\n');
    const bytes = Buffer.from(written['all.parquet'] as string, 'latin1');
    const file = new Uint8Array(bytes).buffer;
    const rows = await parquetReadObjects({ file });
    const csv = (await run([...PLAN, '--table', 'all.csv'], kept)).written['all.csv'] as string;
    expect((await run([...PLAN, '--format', 'csv'], kept)).out).toBe(csv);
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    const texts = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell === null ? '' : String(cell)]),
      ),
    );
    expect(texts).toEqual(data);
    const { type } = parquetMetadata(file).schema.find(({ name }) => name === 'saving') ?? {};
    expect(type).toBe('DOUBLE');
    const wrong = await run([...PLAN, '--table', 'all.xlsx'], kept);
    expect(wrong.err).toBe('tidemark: --table: found "all.xlsx"; end the name with .csv or .parquet\n');
  });

  test('says what has changed since an earlier plan', async () => {
    const args = [...PLAN, '--since', 'last.json'];
    const files = { ...AFTER, 'last.json': first.out };
    const { out, err, code } = await run([...args, '--digest-to', '-'], files);
    expect(code).toBe(2);
    expect(err).toMatch(/^0 of 4 were planned before: plans\n\$/);
    expect(out.replaceAll(/\$[\d.,]+/g, '$')).toBe(`# Changes since last.json

1 newly at risk, 1 no longer at risk, 2 applied, 1 with a new recommendation, 1 without a plan any more, 1 new, 1 gone. You pay $ a month (before: $). The recommendations cost $ more (before: save $).

**Newly at risk (1):**

- office/wiki: the current configuration breaks throttled 98.4%, above 20%; 2 CU, sleep after 5m meets all objectives, for $ more.

**No longer at risk (1):**

- shop/carts

**Recommendations that were applied (2):**

- shop/carts: 2, 5m, which costs $ a month more
- office/wiki: 0.25, 5m, which saves $ a month

**New recommendations (1):**

- office/wiki: 2, 5m (before: 0.25, 5m)

**Databases that have no plan any more (1):**

- shop/orders

**New databases (1):**

- shop/new

**Databases that are gone (1):**

- shop/old
`);
    const { since } = JSON.parse((await run([...args, '--json'], files)).out);
    expect(since).toMatchObject({
      results: 'last.json',
      added: ['shop/new'],
      lost: ['shop/orders'],
      gone: ['shop/old'],
    });
    const full = await runFull([...args, '--digest-to', 'digest.md'], files);
    expect(full.out).toContain('\nSince last.json: 1 newly at risk, 1 no longer at risk, 2 applied,');
    expect(full.written['digest.md']).toBe(out);
  });

  test('compares only with a whole plan of many databases', async () => {
    const errorOf = async (text: string, ...more: string[]) => {
      const { err } = await run([...PLAN, '--since', 'last.json', ...more], { ...BEFORE, 'last.json': text });
      return err;
    };
    const other = 'name the JSON of an earlier plan of many databases\n';
    expect(await errorOf('{ "schema": "tidemark/plan", "version": 3 }')).toBe(
      `tidemark: last.json: found "tidemark/plan", and not version 3 of tidemark/portfolio-plan; ${other}`,
    );
    expect(await errorOf('')).toBe(`tidemark: last.json: found no document; ${other}`);
    expect(await errorOf(first.out.replaceAll('"severity"', '"sever"'))).toMatch(
      /^tidemark: last\.json:\d+: found no severity; name the JSON/,
    );
    expect(await errorOf(first.out.replace('"partial": false', '"partial": true'))).toBe(
      'tidemark: last.json: the plan was interrupted, so databases are missing; name the results of a whole plan\n',
    );
    expect(await errorOf(first.out.replace('"currency": "USD"', '"currency": "EUR"'))).toBe(
      'tidemark: last.json: its costs are in EUR, and those of this plan are in USD; plan both with the same prices\n',
    );
    const both = ['--apply-as', 'cli', '--apply-to', '-', '--digest-to', '-'];
    expect(await errorOf(first.out, ...both)).toBe(
      'tidemark: --digest-to: standard output already has the changes of --apply-to; write one of them to a file\n',
    );
    const alone = await run([...PLAN, '--digest-to', '-'], BEFORE);
    expect(alone.err).toBe(
      'tidemark: --digest-to: there is no earlier plan to compare with; name what it printed with --json: --since last.json\n',
    );
  });
});
