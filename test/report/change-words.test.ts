import { expect, test } from 'vitest';
import { changeWords } from '../../src/report/words/format.ts';

test.each([
  [0, '+0%'],
  [0.125, '+12.5%'],
  [-0.5, '-50%'],
  [9.99, '+999%'],
  [10, 'over +1000%'],
  [42_800_000, 'over +1000%'],
  [Number.POSITIVE_INFINITY, 'over +1000%'],
])('a change by %d is written as %s', (share, words) => {
  expect(changeWords(share)).toBe(words);
});
