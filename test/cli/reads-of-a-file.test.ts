import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AS_ASKED, run } from './run.ts';

const TRACE = 'week.jsonl';
const ACTUAL = 'actual.json';
const FILES = {
  [TRACE]: readFileSync('scenarios/traces/office-week.jsonl'),
  [ACTUAL]: readFileSync('scenarios/actuals/office-week-consumption.json'),
};
const NOW = ['--current', '0.25-2, 5m'];

// The first pass finds what all of a trace is needed for, the second feeds the run: no trace is kept in memory.
test.each([
  [['trace', 'inspect', TRACE], { [TRACE]: 1 }],
  [['plan', TRACE, ...NOW, ...AS_ASKED], { [TRACE]: 2 }],
  [['check', TRACE, ...NOW, '--actual', ACTUAL], { [TRACE]: 2, [ACTUAL]: 1 }],
])('%j reads no file more often than it must', async (args, reads) => {
  const counts: Record<string, number> = {};
  const onRead = (path: string) => {
    counts[path] = (counts[path] ?? 0) + 1;
  };
  const { code, err } = await run(args, FILES, { onRead });
  expect({ code, err }).toMatchObject({ code: expect.toSatisfy((one: number) => one < 2) });
  expect(counts).toEqual(reads);
});
