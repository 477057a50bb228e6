import { describe, test } from 'vitest';
import { EVENT, Run } from '../../src/simulator/index.ts';
import { batches, expectWithinFourErrors } from './batches.ts';
import { ERLANG_ROWS } from './erlang-rows.ts';
import { compute, INSTANT, jobs, mean, only, simulation } from './worlds.ts';

const SERVICE_MS = 10_000;
const BATCHES = 31;
const ARRIVALS = 310_000;

describe('connections as servers in queueing theory', () => {
  test.each(ERLANG_ROWS)('%s connections, load %s: %s refused (Erlang B)', (servers, load, blocked) => {
    const run = runOf(load, { ...INSTANT, connectionLimit: servers }, 'direct');
    const one = only(run.computes);
    const read = () => [one.counted(EVENT.connectionRefused), one.counted(EVENT.queryDone)];
    const shares = batches(run, BATCHES, read, ([refused = 0, done = 0]) => refused / (refused + done));
    expectWithinFourErrors(shares, blocked, 0.04);
  });

  test.each(ERLANG_ROWS)(
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
