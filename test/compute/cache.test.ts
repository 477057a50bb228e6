import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cache } from '../../src/compute/resources/cache.ts';
import { runs } from '../runs.ts';

const GIB = 2 ** 30;

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('read' as const), amount: fc.nat({ max: 400_000 }) }),
  fc.record({ kind: fc.constant('capacity' as const), amount: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constant('working set' as const), amount: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constant('load' as const), amount: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('clear' as const), amount: fc.constant(0) }),
  fc.record({ kind: fc.constant('resume' as const), amount: fc.nat({ max: 8 }) }),
);

function take(
  cache: Cache,
  { kind, amount }: { readonly kind: string; readonly amount: number },
  nowMs: number,
) {
  if (kind === 'read') cache.read(amount);
  else if (kind === 'capacity') cache.setCapacity(amount * GIB, nowMs);
  else if (kind === 'working set') cache.setWorkingSet(amount * GIB, nowMs);
  else if (kind === 'load') cache.setFlow(amount, nowMs);
  else if (kind === 'clear') cache.clear(nowMs);
  else cache.resume({ ...cache.saved(), workingSetBytes: (amount + 1) * GIB }, amount * GIB);
}

test('the hit ratio of a cache is that of its content, whatever has happened to it', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (steps, skew, isAskedBetween) => {
        const cache = new Cache(4 * GIB, skew);
        cache.setCapacity(2 * GIB, 0);
        for (const [i, step] of steps.entries()) {
          take(cache, step, 1000 * (i + 1));
          if (isAskedBetween) expect(cache.hitRatio).toBe(cache.hitRatioWith(cache.resident));
        }
        expect(cache.hitRatio).toBe(cache.hitRatioWith(cache.resident));
      },
    ),
    runs(300, 1000),
  );
});

test('a cache with room for the working set holds all of it after enough reads', () => {
  const cache = new Cache(GIB, 0.5);
  cache.setCapacity(2 * GIB, 0);
  const ratios: number[] = [];
  while (cache.resident < GIB && ratios.length < 10_000) {
    cache.read(2000);
    ratios.push(cache.hitRatio);
  }
  expect(cache.resident).toBe(GIB);
  expect(ratios).toEqual(ratios.toSorted((one, other) => one - other));
  expect(ratios.at(-1)).toBe(1);
});
