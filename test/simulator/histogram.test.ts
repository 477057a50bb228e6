import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Histogram } from '../../src/compute/index.ts';

const values = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 40 });
const of = (all: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of all) histogram.add(value);
  return histogram;
};

test('counts above a value add up over parts, and exceed their share if the percentile is above the value', () => {
  fc.assert(
    fc.property(
      values,
      values,
      fc.nat(5000),
      fc.constantFrom(0.5, 0.95, 0.99),
      (some, others, bound, share) => {
        const all = of([...some, ...others]);
        expect(all.above(bound)).toBe(of(some).above(bound) + of(others).above(bound));
        const isAbove = all.above(bound) > (1 - share) * all.count + 1e-9;
        if (all.max > bound * 1.04 + 1) expect(isAbove).toBe(all.quantile(share) > bound);
      },
    ),
  );
});
