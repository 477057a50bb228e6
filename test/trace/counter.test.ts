import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedOf } from '../../src/trace/series/counter.ts';

/** Steps: how much was counted, and whether the counter was reset before. */
const steps = fc.array(fc.record({ by: fc.nat({ max: 1000 }), isReset: fc.boolean() }), { maxLength: 50 });

test('the increases of a counter are what was counted, wherever a reset is visible', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), steps, (start, steps) => {
      const values = [start];
      const seen = steps.map(({ by, isReset }) => {
        const before = values.at(-1) as number;
        const after = isReset ? by : before + by;
        values.push(after);
        // A counter that exceeds its old value again after a reset looks as if it had never been reset.
        return isReset && after >= before ? after - before : by;
      });
      const { increases, resets } = countedOf(values);
      expect([...increases]).toEqual(seen);
      expect(resets).toBe(values.filter((value, at) => at > 0 && value < (values[at - 1] as number)).length);
    }),
  );
});

test('one value or none has no increases', () => {
  expect(countedOf([])).toEqual({ increases: new Float64Array(0), resets: 0 });
  expect(countedOf([7])).toEqual({ increases: new Float64Array(0), resets: 0 });
});
