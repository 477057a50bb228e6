import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostAtOnce } from '../../../src/planner/project/at-once.ts';

/** Times of one compute: ends and starts in turn, each later than the one before. */
const anyTimes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 }).map((lengths) => {
  let atMs = 0;
  const all = lengths.map((length) => {
    atMs += length;
    return atMs;
  });
  return Float64Array.from(all.slice(0, 2 * Math.floor(all.length / 2)));
});

test('counts as a look at every instant does', () => {
  fc.assert(
    fc.property(fc.array(anyTimes, { maxLength: 6 }), (times) => {
      let best = { most: 0, atMs: 0 };
      for (let atMs = 0; atMs < 60; atMs++) {
        const isActive = (one: Float64Array) =>
          one.some((fromMs, i) => i % 2 === 0 && fromMs <= atMs && atMs < (one[i + 1] as number));
        const most = times.filter(isActive).length;
        if (most > best.most) best = { most, atMs };
      }
      expect(mostAtOnce(times)).toEqual(best);
    }),
  );
});
