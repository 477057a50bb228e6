import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { fortyDatabases } from './forty-databases.ts';
import { type Ran, runFull as run } from './run.ts';

const FILES = fortyDatabases();
const ARGS = ['plan', 'fleet.yaml', '--map', 'cpu=cpu_vcpu:vcpu', '--results', 'plans'];

interface Row {
  readonly name: string;
  readonly project: string | null;
  readonly verdict: string;
  readonly costNow: number | null;
  readonly costThen: number | null;
  readonly saving: number | null;
  readonly reason: string | null;
  readonly current: { readonly configuration: { readonly text: string } } | null;
  readonly recommendation: { readonly configuration: { readonly text: string } } | null;
}

describe('a list of forty databases', () => {
  let kept: Readonly<Record<string, string>>;
  let words: Ran;
  let document: {
    readonly totals: Readonly<Record<string, number>>;
    readonly largest: readonly { database: string; saving: number; reason: string }[];
    readonly atRisk: readonly { database: string; why: string }[];
    readonly databases: readonly Row[];
    readonly problems: readonly { name: string; isWithoutData: boolean }[];
  };
  beforeAll(async () => {
    words = await run(ARGS, FILES);
    kept = { ...FILES, ...words.written };
    document = JSON.parse((await run([...ARGS, '--json'], kept)).out);
  });

  test('begins with the money, and with how many change', () => {
    const { databases, totals } = document;
    const compared = databases.filter(({ saving }) => saving !== null);
    const sum = (of: 'costNow' | 'costThen') => compared.reduce((all, row) => all + (row[of] ?? 0), 0);
    const round = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`;
    const changes = databases.filter(({ verdict }) => verdict === 'change').length;
    expect(totals.databases).toBe(40);
    expect(words.out.split('\n')[0]).toBe(
      `${round(sum('costNow'))} to ${round(sum('costThen'))} a month, ${changes} of 40 databases changed: ` +
        `you save ${round(sum('costNow') - sum('costThen'))} (${Math.round(100 * (1 - sum('costThen') / sum('costNow')))}%).`,
    );
  });

  test('draws the ten largest savings and gives a reason for each, in 80 columns', () => {
    const { largest, databases } = document;
    expect(largest.length).toBe(10);
    expect(largest.map(({ saving }) => saving)).toEqual(databases.slice(0, 10).map(({ saving }) => saving));
    const lines = words.out.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => line.includes('░')).length).toBe(11);
    for (const { database, reason } of largest) {
      expect(words.out.replaceAll(/\n\s*/g, ' ')).toContain(`- ${database}: `);
      expect(words.out.replaceAll(/\n\s*/g, ' ')).toContain(`: ${reason}.`);
    }
    const reasonOf = (name: string) => databases.find((row) => row.name === name)?.reason;
    expect(reasonOf('archive')).toBe('no activity in 16 days');
    expect(reasonOf('metabase')).toMatch(/^asleep \d\d% of the time, always on today$/);
    expect(reasonOf('checkout')).toMatch(/^[\d.]+ CU on average while awake, 4(\.\d)? CU today$/);
    expect(reasonOf('ledger')).toBeNull();
  });

  test('names databases at risk, worst first, and separates those without data from those that failed', () => {
    const of = (why: string) =>
      document.atRisk.filter((one) => one.why === why).map(({ database }) => database);
    expect(of('broken')).toEqual(['ops/billing', 'ops/ledger', 'shop/search']);
    expect(of('short')).toEqual(['shop/reviews']);
    expect(document.atRisk.map(({ why }) => why)).toEqual(
      ['none', 'broken', 'months', 'short'].flatMap((why) => of(why).map(() => why)),
    );
    const names = (isWithoutData: boolean) =>
      document.problems.filter((one) => one.isWithoutData === isWithoutData).map(({ name }) => name);
    expect(names(true)).toEqual(['blank', 'new-one', 'silent']);
    expect(names(false)).toEqual(['lost', 'notes']);
    expect(words.out).toContain('No data, so no plan:\n  - blank: blank.csv: the file is empty;');
    expect(words.out).toContain('These failed:\n  - lost: lost.csv: there is no such file;');
  });

  test('has a row for each as CSV, and no cell that acts as a formula', async () => {
    const { out } = await run([...ARGS, '--format', 'csv'], kept);
    expect(out.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const { data, errors } = Papa.parse<Record<string, string>>(out, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data.length).toBe(40);
    const cells = data.flatMap((row) => Object.entries(row)).filter(([name]) => !/^(cost|saving)/.test(name));
    expect(cells.filter(([, cell]) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    expect(data.find(({ database }) => database === "'=SUM(A1:A9)")).toMatchObject({ verdict: 'change' });
    for (const [i, row] of document.databases.entries())
      expect(data[i]).toMatchObject({
        project: row.project,
        verdict: row.verdict,
        current: row.current?.configuration.text ?? '',
        recommended: row.recommendation?.configuration.text ?? '',
        saving: row.saving === null ? '' : String(Math.round(row.saving * 100) / 100),
      });
  });

  test('has the money, the reasons and the picture before the rows on the page of --report', async () => {
    const { written } = await run([...ARGS, '--report', 'page'], kept);
    const html = written['page/report.html'] as string;
    const [heading = ''] = words.out.split('\n');
    const parts = [
      heading.slice(0, 20),
      'The largest savings a month',
      'At risk',
      'Charts',
      '>database</th>',
    ];
    const places = parts.map((part) => html.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places.every((place) => place > 0)).toBe(true);
  });

  test('has configurations with the text that --current takes', async () => {
    const row = document.databases.find(({ name }) => name === 'orders');
    expect(row?.current?.configuration.text).toBe('4-8, off');
    const args = ['plan', '0.csv', '--map', 'cpu=cpu_vcpu:vcpu', '--json'];
    const text = row?.recommendation?.configuration.text as string;
    const { verdict, current } = JSON.parse((await run([...args, '--current', text], FILES)).out);
    expect([verdict, current.configuration.text]).toEqual(['keep', text]);
  });

  test('--format csv is only for many databases', async () => {
    const { code, err } = await run(['plan', '0.csv', '--format', 'csv'], FILES);
    expect([code, err]).toEqual([
      2,
      'tidemark: --format: csv has a row for each of many databases; name a list, or use json\n',
    ]);
  });
});
