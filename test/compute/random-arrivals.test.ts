import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queuedAtRandom } from '../../src/compute/resources/random-arrivals.ts';
import { ERLANG_ROWS } from '../simulator/erlang-rows.ts';

const PERIOD_MS = 100;
const MINUTE_MS = 60_000;

describe('queries of a load that come at random', () => {
  test.each(ERLANG_ROWS)(
    '%s processors, load %s (Erlang B: %s, Erlang C: %s): %s query times of waiting for each',
    (processors, load, _blocked, _waits, wait) => {
      expect(queuedAtRandom(load, processors, 1e-4, PERIOD_MS)).toBeCloseTo(load * wait, 4);
    },
  );

  test('use the quota of a size that is not whole as servers, one for each query that it can do', () => {
    // 0.3 processors are 0.3 of the one that queries run on.
    const behindOthers = 0.3 ** 2 / (1 - 0.3);
    // Half a processor can do two queries of 25 ms in a period: two servers with a load of 1.2 (Erlang C: 0.45).
    const behindQuota = (0.45 * 0.6) / (1 - 0.6);
    expect(queuedAtRandom(0.3, 0.5, 25, PERIOD_MS)).toBeCloseTo(behindOthers + behindQuota, 2);
    // In a long period, hardly a query finds the quota used.
    expect(queuedAtRandom(0.3, 0.5, 25, MINUTE_MS)).toBeCloseTo(behindOthers, 3);
  });

  test('leave more waiting the more of them there are, and never more than come in a minute', () => {
    const cu = fc.integer({ min: 1, max: 60 }).map((quarters) => quarters / 4);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const cpuMs = fc.double({ min: 0.01, max: 60_000, noNaN: true });
    fc.assert(
      fc.property(cu, share, share, cpuMs, (vcpu, one, other, cpuMsPerQuery) => {
        const [less, more] = [Math.min(one, other) * vcpu, Math.max(one, other) * vcpu];
        const [few, many] = [less, more].map((asked) =>
          queuedAtRandom(asked, vcpu, cpuMsPerQuery, PERIOD_MS),
        ) as [number, number];
        expect(few).toBeGreaterThanOrEqual(0);
        expect(many).toBeGreaterThanOrEqual(few * (1 - 1e-9));
        expect(many).toBeLessThanOrEqual((2 * more * MINUTE_MS) / cpuMsPerQuery);
      }),
    );
  });

  test('leave none waiting beside the backlog of a load that asks for more than there is', () => {
    expect(queuedAtRandom(1, 1, 20, PERIOD_MS)).toBeGreaterThan(50);
    expect(queuedAtRandom(1.001, 1, 20, PERIOD_MS)).toBe(0);
  });
});
