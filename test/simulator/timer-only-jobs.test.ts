import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { MIB, MINUTE_MS } from '../../src/facts/index.ts';
import { DEFAULT_ASSUMPTIONS, Run, type Simulation } from '../../src/simulator/index.ts';
import type { Demand } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { anySimulation, bytesOf, compute, jobs, mean, only, recorded, run, simulation } from './worlds.ts';

/**
 * Jobs that need nothing except time. Many arrive singly, and some in crowds that reach the connection limit.
 */
const anyPlainJobs: fc.Arbitrary<Demand> = fc
  .record({
    sessions: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })),
    wait: fc.oneof(
      fc.nat({ max: 4000 }).map((ms) => constant(ms)),
      fc.integer({ min: 30_000, max: 200_000 }).map((ms) => constant(ms)),
      fc.integer({ min: 1, max: 4000 }).map((meanMs) => mean(meanMs)),
    ),
    perSecond: fc.nat({ max: 1000 }).map((n) => n / 1000),
    everyMs: fc.oneof(fc.constant(null), fc.integer({ min: 5000, max: 400_000 })),
    retries: fc.nat({ max: 2 }),
  })
  .map(({ sessions, wait, perSecond, everyMs, retries }) =>
    jobs(
      perSecond / sessions,
      { wait },
      {
        sessions,
        client: { connectTimeoutMs: 3000, retries, backOffMs: 500, backOffFactor: 2 },
        ...(everyMs === null ? {} : { schedule: { kind: 'every' as const, everyMs, offsetMs: 0 } }),
      },
    ),
  );

/**
 * One or two sources of timer-only jobs, with up to two other demands. Half of the computes have a fixed
 * size.
 */
const anyPlainSimulation: fc.Arbitrary<Simulation> = fc
  .tuple(
    anySimulation,
    fc.array(anyPlainJobs, { minLength: 1, maxLength: 2 }),
    fc.nat({ max: 2 }),
    fc.constantFrom({}, { size: { minCu: 1, maxCu: 1 }, suspendAfterMs: 60_000 }),
  )
  .map(([given, timerOnly, others, settings]) => ({
    ...given,
    horizonMs: Math.min(given.horizonMs, 30 * MINUTE_MS),
    computes: given.computes.map((one, i) => {
      if (i > 0) return one;
      const named = timerOnly.map((jobs, j) => ({ ...jobs, name: `timerOnly ${j}` }));
      return { ...one, ...settings, demand: [...named, ...one.demand.slice(0, others)] };
    }),
  }));

test('the fast path of timer-only jobs gives the same bits and events as the general way', () => {
  fc.assert(
    fc.property(anyPlainSimulation, (given) => {
      const [fast, general] = [recorded(given), recorded({ ...given, stepping: true })];
      expect(bytesOf(fast.run)).toBe(bytesOf(general.run));
      expect(JSON.stringify(fast.events)).toBe(JSON.stringify(general.events));
      expect(bytesOf(run(given))).toBe(bytesOf(fast.run));
    }),
    runs(15),
  );
});

test('a job that ends at the end of an hour counts for the next hour', () => {
  const everySecond = { kind: 'every' as const, everyMs: 1000, offsetMs: 500 };
  const given = simulation({
    horizonMs: 120 * MINUTE_MS,
    computes: [compute([jobs(1, { wait: constant(500) }, { schedule: everySecond })])],
  });
  const made = run(given);
  expect(
    only(made.computes)
      .periodBoundaries.hourlyTotals.at(made.nowMs)
      .hours.map(({ values }) => values[3]),
  ).toEqual([3599, 3600]);
  expect(bytesOf(made)).toBe(bytesOf(run({ ...given, stepping: true })));
});

/**
 * Jobs that arrive singly or a few at once, shorter or longer than a timeout, on one compute without other
 * demand.
 */
const anyLoneJobs: fc.Arbitrary<Simulation> = fc
  .record({
    seed: fc.nat(),
    meanGapMs: fc.oneof(fc.integer({ min: 5000, max: 90_000 }), fc.integer({ min: 500, max: 5000 })),
    waitMs: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 20_000, max: 200_000 })),
    suspendAfterMs: fc.constantFrom(60_000, 90_000, 300_000, null),
    idleCheckMs: fc.constantFrom(0, 0, 7000, 30_000),
    horizonMs: fc.integer({ min: 30 * MINUTE_MS, max: 240 * MINUTE_MS }),
  })
  .map(({ seed, meanGapMs, waitMs, suspendAfterMs, idleCheckMs, horizonMs }) =>
    simulation({
      seed,
      horizonMs,
      assumptions: { ...DEFAULT_ASSUMPTIONS, life: { ...DEFAULT_ASSUMPTIONS.life, idleCheckMs } },
      computes: [
        compute([jobs(1000 / meanGapMs, { wait: mean(waitMs) })], {
          size: { minCu: 1, maxCu: 1 },
          suspendAfterMs,
        }),
      ],
    }),
  );

/** A totals-only run has no steps of a time series, each of which interrupts the fast path. */
const sumsOf = (given: Simulation) => {
  const made = new Run(given, null, 'sums');
  made.advance(given.horizonMs);
  return bytesOf(made);
};

test.each([
  ['all', (given: Simulation) => bytesOf(run(given))],
  ['sums', sumsOf],
] as const)(
  'non-overlapping jobs meet the inactivity alarm as in the general way, to the bit (detail: %s)',
  (_, told) => {
    fc.assert(
      fc.property(anyLoneJobs, (given) => {
        expect(told(given)).toBe(told({ ...given, stepping: true }));
      }),
      runs(15),
    );
  },
);

test.each([-1, 0, 1])(
  'a job that arrives %d ms after the timeout finds the compute in the same state as in the general way',
  (ms) => {
    const schedule = { kind: 'every' as const, everyMs: 60_000 + 250 + ms, offsetMs: 0 };
    const given = simulation({
      horizonMs: 60 * MINUTE_MS,
      computes: [
        compute([jobs(1, { wait: constant(250) }, { schedule })], {
          size: { minCu: 1, maxCu: 1 },
          suspendAfterMs: 60_000,
        }),
      ],
    });
    expect(sumsOf(given)).toBe(sumsOf({ ...given, stepping: true }));
  },
);

test('jobs beside a query take the general way if their memory together exceeds the maximum so far', () => {
  const report = jobs(
    1,
    { wait: constant(60_000), memoryBytes: 64 * MIB },
    { name: 'report', schedule: { kind: 'every', everyMs: 15 * MINUTE_MS, offsetMs: 10 * MINUTE_MS } },
  );
  for (let seed = 1; seed <= 20; seed++) {
    const given = simulation({
      seed,
      horizonMs: 60 * MINUTE_MS,
      computes: [compute([jobs(1, { wait: mean(2000) }), report], { size: { minCu: 1, maxCu: 1 } })],
    });
    expect(sumsOf(given)).toBe(sumsOf({ ...given, stepping: true }));
  }
});
