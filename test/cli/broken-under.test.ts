import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Ran, runFull as run } from './run.ts';

const WEEK = readFileSync('scenarios/traces/office-week.jsonl', 'utf8');
const FILES = {
  'w.jsonl': WEEK,
  'list.yaml': `databases:
  - { name: kept, file: w.jsonl, current: "0.25-8, 5m" }
  - { name: tight, file: w.jsonl, current: "0.25-2, 5m" }
  - { name: small, file: w.jsonl, current: "0.25, 5m" }
`,
};
const LIST = ['plan', 'list.yaml', '--results', 'plans'];
/** Joins the lines of wrapped cells. */
const words = ({ out }: Ran) => out.replaceAll(/\s+/g, ' ');

describe('an objective that is broken only under a condition', () => {
  let files: Readonly<Record<string, string>>;
  beforeAll(async () => {
    files = { ...FILES, ...(await run(LIST, FILES)).written };
  });

  test('has a column of its own in CSV', async () => {
    const { out } = await run([...LIST, '--format', 'csv'], files);
    const { data } = Papa.parse<Record<string, string>>(out, { header: true, skipEmptyLines: true });
    const of = (name: string) => {
      const row = data.find(({ database }) => database === name);
      return [row?.breaks_now, row?.breaks_under, row?.breaks_under_what];
    };
    expect(of('kept')).toEqual(['', '', '']);
    expect(of('tight')).toEqual(['', 'delay-p99', 'with 20% more demand']);
    expect(of('small')).toEqual(['throttled delay-p95 delay-p99', '', '']);
  });

  test('has a field of its own in the document', async () => {
    const { databases } = JSON.parse((await run([...LIST, '--json'], files)).out);
    for (const { current } of databases) {
      const { broken, breaksNow, breaksUnder, breaksUnderWhat } = current;
      const names = (isUnder: boolean) =>
        broken
          .filter((one: { under?: unknown }) => (one.under !== undefined) === isUnder)
          .map((one: { objective: string }) => one.objective);
      expect([breaksNow, breaksUnder]).toEqual([names(false), names(true)]);
      expect(breaksUnderWhat).toBe(breaksUnder.length === 0 ? null : 'with 20% more demand');
    }
  });

  test('is shown with its condition in each table of a plan', async () => {
    const args = ['plan', 'w.jsonl', '--current', '0.25-2, 5m'];
    const ran = await run(args, FILES);
    const [, settings = '', frontier = ''] =
      /(current 0\.25-2, 5m .*)(Less throttling for more money.*)Limitations:/.exec(words(ran)) ?? [];
    for (const table of [settings, frontier]) {
      // The lines of a wrapped cell alternate with those of its neighbours.
      expect(table).toMatch(/0\.25-2, 5m \$[\d.]+ [\d.]+% .*delay-p99, with 20% more .*demand/);
      expect(table).toMatch(
        /0\.25, (5m|on) \$[\d.]+ [\d.]+% [^$]*throttled, [^$]*delay-p95, delay-p99 (?!with)/,
      );
    }
  });
});
