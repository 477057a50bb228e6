import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedOf } from '../../src/trace/series/counter.ts';

/** What was counted in each step, and whether the counter began anew before it. */
const steps = fc.array(fc.record({ by: fc.nat({ max: 1000 }), isReset: fc.boolean() }), { maxLength: 50 });

test('a counter gives back what was counted, where a reset can be seen at all', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), steps, (start, steps) => {
      const values = [start];
      const seen = steps.map(({ by, isReset }) => {
        const before = values.at(-1) as number;
        const after = isReset ? by : before + by;
        values.push(after);
        // A counter that has come further since than it was before looks as if it had gone on.
        return isReset && after >= before ? after - before : by;
      });
      const { increases, resets } = countedOf(values);
      expect([...increases]).toEqual(seen);
      expect(resets).toBe(values.filter((value, at) => at > 0 && value < (values[at - 1] as number)).length);
    }),
  );
});

test('a single value, and none, has counted nothing', () => {
  expect(countedOf([])).toEqual({ increases: new Float64Array(0), resets: 0 });
  expect(countedOf([7])).toEqual({ increases: new Float64Array(0), resets: 0 });
});
