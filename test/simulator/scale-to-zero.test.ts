import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS } from '../../src/facts/index.ts';
import { EVENT, Run } from '../../src/simulator/index.ts';
import { batches, expectWithinFourErrors } from './batches.ts';
import { compute, INSTANT, jobs, mean, only, simulation } from './worlds.ts';

/** Mean gap, mean busy time and timeout in seconds, then the share suspended, and the resumes a day. */
const ROWS = [
  [60, 0.1, 300, 0.00673, 9.69],
  [300, 0.1, 300, 0.36776, 105.91],
  [600, 0.1, 300, 0.60643, 87.33],
  [1800, 0.1, 300, 0.84643, 40.63],
  [3600, 0.1, 300, 0.92002, 22.08],
  [300, 30, 300, 0.33287, 95.87],
  [60, 30, 60, 0.22313, 321.3],
] as const;

const BATCHES = 41;

describe.each([
  ['exponential', (ms: number) => mean(ms)],
  ['constant', (ms: number) => constant(ms)],
] as const)('scale to zero with %s service', (_, service) => {
  test.each(ROWS)(
    'gap %s s, busy %s s, timeout %s s: %s suspended, %s resumes a day',
    (gap, busy, timeout, suspended, resumes) => {
      const plan = compute([jobs(1 / gap, { wait: service(busy * 1000) })], {
        suspendAfterMs: timeout * 1000,
      });
      const run = new Run(
        simulation({ horizonMs: 615 * DAY_MS, seed: 20261120, computes: [plan], assumptions: INSTANT }),
      );
      const one = only(run.computes);
      const read = () => [
        run.nowMs,
        one.meter.awakeMsAt(run.nowMs),
        one.counted(EVENT.wake),
        one.counted(EVENT.connectionHeld),
        one.counted(EVENT.queryDone),
      ];
      const shares: number[] = [];
      const wakes: number[] = [];
      const cold = batches(run, BATCHES, read, ([ms = 0, awakeMs = 0, woken = 0, held = 0, done = 0]) => {
        shares.push(1 - awakeMs / ms);
        wakes.push((woken * DAY_MS) / ms);
        return held / done;
      });
      expect(resumes).toBeCloseTo((86_400 / gap) * Math.exp(-(timeout + busy) / gap), 1);
      expectWithinFourErrors(shares, suspended, 0.09);
      expectWithinFourErrors(wakes, resumes, 0.09);
      expectWithinFourErrors(cold, suspended, 0.09);
    },
  );
});
