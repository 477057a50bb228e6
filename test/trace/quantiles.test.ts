import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Quantiles, RELATIVE_ERROR } from '../../src/trace/quantiles.ts';
import { randomStream } from '../../src/workload/index.ts';

const SHARES = [0, 0.01, 0.5, 0.95, 0.99, 1];
const trueAt = (sorted: Float64Array, share: number) =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

test('few values are exact, also while more are added', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, noNaN: true }), { maxLength: 300 }), (values) => {
      const quantiles = new Quantiles();
      values.forEach((value, i) => {
        quantiles.add(value);
        if (i % 100 === 50) quantiles.at(0.5);
      });
      const sorted = Float64Array.from(values).sort();
      expect(SHARES.map((share) => quantiles.at(share))).toEqual(
        SHARES.map((share) => trueAt(sorted, share)),
      );
      expect(quantiles.isExact).toBe(true);
    }),
  );
});

test('many values are known within a thousandth, and zeros exactly', () => {
  const random = randomStream(1, 'values');
  const values = Float64Array.from({ length: (1 << 20) + 1000 }, (_, i) =>
    i % 50 === 0 ? 0 : 10 ** (24 * random() - 6),
  );
  const quantiles = new Quantiles();
  for (const value of values) quantiles.add(value);
  expect(quantiles.isExact).toBe(false);
  values.sort();
  for (const share of SHARES) {
    const exact = trueAt(values, share) as number;
    expect(Math.abs((quantiles.at(share) as number) - exact)).toBeLessThanOrEqual(
      RELATIVE_ERROR * exact * (1 + 1e-9),
    );
  }
});
