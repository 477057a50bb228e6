import { expect } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS } from '../../src/facts/index.ts';
import { EVENT, Run } from '../../src/simulator/index.ts';
import { batches, expectWithinFourErrors } from './batches.ts';
import { compute, INSTANT, jobs, mean, only, simulation } from './worlds.ts';

/** Mean gap, mean busy time and timeout in seconds, then the share suspended, and the resumes a day. */
export type ScaleToZeroRow = readonly [
  gap: number,
  busy: number,
  timeout: number,
  suspended: number,
  resumes: number,
];

export const SERVICES = [
  ['exponential', (ms: number) => mean(ms)],
  ['constant', (ms: number) => constant(ms)],
] as const;

/** Compares a long run with the closed form of scale to zero. */
export function expectClosedForm(
  service: (typeof SERVICES)[number][1],
  [gap, busy, timeout, suspended, resumes]: ScaleToZeroRow,
): void {
  const plan = compute([jobs(1 / gap, { wait: service(busy * 1000) })], { suspendAfterMs: timeout * 1000 });
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
}

const BATCHES = 41;
