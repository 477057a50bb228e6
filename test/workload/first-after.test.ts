import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstAfter } from '../../src/workload/index.ts';

test('binary search finds the same index as a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 21 }),
      (some, limit) => {
        const numbers = some.sort((one, other) => one - other);
        const found = numbers.findIndex((one) => one > limit);
        expect(firstAfter(numbers, limit)).toBe(found === -1 ? numbers.length : found);
      },
    ),
  );
});
