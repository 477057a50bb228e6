import { expect, test } from 'vitest';
import { nearestStop } from '../../src/lab/controls/slider-position.ts';

test.each([
  ['5m', 1],
  ['300s', 1],
  ['4m', 1],
  ['0ms', 0],
  ['2d', 2],
  ['off', 3],
  ['never', null],
  ['{ mean: 5m }', null],
])('%s is at stop %s', (value, stop) => {
  expect(nearestStop(['1m', '5m', '1h', 'off'], value)).toBe(stop);
});

test('sizes in bytes are compared across units', () => {
  expect(nearestStop(['0B', '100MB', '1GB', '16GB'], '900MiB')).toBe(2);
  expect(nearestStop(['0B', '100MB', '1GB', '16GB'], '0B')).toBe(0);
});
