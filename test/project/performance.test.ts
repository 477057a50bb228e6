import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Results } from '../../bench/results.ts';
import { withTables } from '../../bench/tables.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/performance.md has the latest stored figures', () => {
  const page = read('docs/performance.md');
  const results = JSON.parse(read('bench/results.json')) as Results;
  const names = [...page.matchAll(/<!-- measured: (.+?) -->/g)].map(([, name]) => name as string);
  expect(names.filter((name) => results.parts[name] === undefined)).toEqual([]);
  expect(withTables(page, results)).toBe(page);
});
