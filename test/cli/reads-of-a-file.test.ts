import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AS_ASKED, run } from './run.ts';

const TRACE = 'week.jsonl';
const ACTUAL = 'actual.json';
const SCENARIO = 'office.yaml';
const LIST = 'list.yaml';
const FILES = {
  [TRACE]: readFileSync('scenarios/traces/office-week.jsonl'),
  [SCENARIO]: readFileSync('scenarios/office-hours.yaml'),
  [LIST]: `databases:\n  - { name: week, file: ${TRACE} }\n`,
  [ACTUAL]: readFileSync('scenarios/actuals/office-week-consumption.json'),
};
const NOW = ['--current', '0.25-2, 5m'];

// A run on a trace makes two passes: the first surveys the trace, the second feeds the run. Questions with many runs
// keep the trace in memory.
test.each([
  [['trace', 'inspect', TRACE], { [TRACE]: 1 }],
  [['trace', 'convert', TRACE, '-o', 'other.jsonl', '--step', '10m'], { [TRACE]: 1 }],
  [['simulate', TRACE, '--no-compare'], { [TRACE]: 2 }],
  [['simulate', SCENARIO, '--no-compare'], { [SCENARIO]: 1 }],
  [['compare', SCENARIO, '--set', 'compute.size=2'], { [SCENARIO]: 1 }],
  [['plan', LIST, '--timeouts', '5m'], { [LIST]: 1, [TRACE]: 1 }],
  [['plan', TRACE, ...NOW, ...AS_ASKED], { [TRACE]: 1 }],
  [['check', TRACE, ...NOW, '--actual', ACTUAL], { [TRACE]: 1, [ACTUAL]: 1 }],
])('%j reads no file more often than it must', async (args, reads) => {
  const counts: Record<string, number> = {};
  const onRead = (path: string) => {
    counts[path] = (counts[path] ?? 0) + 1;
  };
  const { code, err } = await run(args, FILES, { onRead });
  expect({ code, err }).toMatchObject({ code: expect.toSatisfy((one: number) => one < 2) });
  expect(counts).toEqual(reads);
});
