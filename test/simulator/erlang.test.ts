import { describe, test } from 'vitest';
import { EVENT, Run } from '../../src/simulator/index.ts';
import { batches, expectWithinFourErrors } from './batches.ts';
import { compute, INSTANT, jobs, mean, only, simulation } from './worlds.ts';

/**
 * Servers and offered load, then the blocked share (B), the waiting share (C), and the mean wait in service
 * times.
 */
const ROWS = [
  [1, 0.8, 0.444444, 0.8, 4.0],
  [2, 1.5, 0.310345, 0.642857, 1.285714],
  [5, 4, 0.199067, 0.554113, 0.554113],
  [10, 8, 0.121661, 0.40918, 0.20459],
  [20, 18, 0.109213, 0.550769, 0.275385],
  [100, 90, 0.026957, 0.21694, 0.021694],
] as const;

const SERVICE_MS = 10_000;
const BATCHES = 31;
const ARRIVALS = 310_000;

describe('connections as servers in queueing theory', () => {
  test.each(ROWS)('%s connections, load %s: %s refused (Erlang B)', (servers, load, blocked) => {
    const run = runOf(load, { ...INSTANT, connectionLimit: servers }, 'direct');
    const one = only(run.computes);
    const read = () => [one.counted(EVENT.connectionRefused), one.counted(EVENT.queryDone)];
    const shares = batches(run, BATCHES, read, ([refused = 0, done = 0]) => refused / (refused + done));
    expectWithinFourErrors(shares, blocked, 0.04);
  });

  test.each(ROWS)(
    'a pool of %s, load %s (Erlang B: %s): %s wait, %s service times on average (Erlang C)',
    (servers, load, _, waits, wait) => {
      const run = runOf(
        load,
        { ...INSTANT, poolSize: servers, poolWaitMs: Number.POSITIVE_INFINITY },
        'pooler',
      );
      const one = only(run.computes);
      const { delays } = one.clientLog;
      const read = () => [
        one.counted(EVENT.poolQueued),
        one.counted(EVENT.queryDone),
        delays.mean * delays.count,
      ];
      const means: number[] = [];
      const shares = batches(run, BATCHES, read, ([queued = 0, done = 0, delayMs = 0]) => {
        means.push(delayMs / done / SERVICE_MS);
        return queued / done;
      });
      expectWithinFourErrors(shares, waits, 0.05);
      expectWithinFourErrors(means, wait, 0.12);
    },
  );
});

function runOf(load: number, assumptions: typeof INSTANT, route: 'direct' | 'pooler'): Run {
  const perSecond = (load / SERVICE_MS) * 1000;
  const plan = compute([jobs(perSecond, { wait: mean(SERVICE_MS) }, { route })], { suspendAfterMs: null });
  return new Run(
    simulation({ horizonMs: (ARRIVALS / perSecond) * 1000, seed: 20261120, computes: [plan], assumptions }),
  );
}
