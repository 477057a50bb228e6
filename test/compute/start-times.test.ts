import { expect, test } from 'vitest';
import { DEFAULT_LIFE, START_TIME_NAMES, START_TIMES, startTimeName } from '../../src/compute/index.ts';
import { factSet } from '../../src/facts/index.ts';

test('starts take the stated time unless a question says otherwise', () => {
  expect(DEFAULT_LIFE.startTime).toBe(START_TIMES.stated);
});

test('the measured time is a fact with its source', () => {
  const { value, source } = factSet('2026-11').measuredWake ?? {};
  expect(START_TIMES.measured).toEqual({
    kind: 'log-normal',
    medianMs: value?.medianMs,
    p95Ms: value?.p95Ms,
  });
  expect([value?.starts, source?.section, source?.date]).toEqual([200, 'a review by one author', '2026']);
});

test('a known time has its name, and any other has none', () => {
  expect(START_TIME_NAMES.map((name) => startTimeName({ ...START_TIMES[name] }))).toEqual([
    'stated',
    'measured',
  ]);
  expect(startTimeName({ kind: 'constant', ms: 300 })).toBeNull();
  expect(startTimeName({ kind: 'log-normal', medianMs: 300, p95Ms: 601 })).toBeNull();
  expect(startTimeName({ kind: 'log-normal', medianMs: 301, p95Ms: 600 })).toBeNull();
});
