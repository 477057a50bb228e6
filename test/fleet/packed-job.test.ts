import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanJob } from '../../src/advisor/index.ts';
import { packedJob, unpackedJob } from '../../src/fleet/queue/packed-job.ts';
import { keyOf } from '../../src/library/index.ts';

const numbers = fc
  .oneof(fc.double(), fc.integer(), fc.constantFrom(Number.POSITIVE_INFINITY, Number.NaN))
  .filter((one) => !Object.is(one, -0));
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    numbers,
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.float64Array(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value;

test('a packed job is the same data again, with the same key', () => {
  fc.assert(
    fc.property(values, (value) => {
      const job = { simulation: value } as unknown as PlanJob;
      const again = unpackedJob(packedJob(job));
      expect(again).toEqual(job);
      expect(keyOf(again)).toBe(keyOf(job));
    }),
  );
});

test('samples in shared memory are packed like others', () => {
  const shared = new Float64Array(new SharedArrayBuffer(24));
  shared.set([1.5, Number.NaN, -0]);
  expect(unpackedJob(packedJob({ simulation: shared } as unknown as PlanJob))).toEqual({
    simulation: new Float64Array([1.5, Number.NaN, -0]),
  });
});
