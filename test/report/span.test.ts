import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../../src/report/index.ts';

const span = (ms: number) => amount('delay-p99', ms, 'USD');
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

describe('a duration', () => {
  test.each([
    [0, '0 ms'],
    [326, '326 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1160, '1.16 s'],
    [59_996, '1 min'],
    [434_180, '7 min 14 s'],
    [573_440, '9 min 33 s'],
    [3_599_600, '1 h'],
    [37_748_740, '10.49 h'],
  ])('of %d ms is written as %s', (ms, words) => {
    expect(span(ms)).toBe(words);
  });

  test('is right within its rounding, and never has a value of the next unit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (ms) => {
        const parts = [...span(ms).matchAll(/([\d.]+) (ms|s|min|h)/g)];
        const said = parts.reduce(
          (sum, [, value, unit]) => sum + Number(value) * (UNITS[unit ?? ''] ?? 0),
          0,
        );
        expect(Math.abs(said - ms)).toBeLessThanOrEqual(ms < 60_000 ? 5.001 : ms < 3_599_500 ? 500 : 18_001);
        expect(
          parts.every(([, value, unit]) => unit === 'h' || Number(value) < (unit === 'ms' ? 1000 : 60)),
        ).toBe(true);
      }),
    );
  });
});
