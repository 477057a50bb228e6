import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import { type Assumptions, EVENT, type Simulation } from '../../src/simulator/index.ts';
import type { JobsDemand } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import {
  anyAdmission,
  anySimulation,
  bytesOf,
  compute,
  INSTANT,
  jobs,
  load,
  only,
  recorded,
  run,
  simulation,
} from './worlds.ts';

const START_MS = 400;
const WAKE_MS = 20 * MINUTE_MS;

const admitting = (refusedShare: number, forMs = 20 * SECOND_MS): Assumptions => ({
  ...INSTANT,
  life: { ...INSTANT.life, startTime: constant(START_MS), wakeAdmission: { refusedShare, forMs } },
});

/** One arrival in the hour. */
const at = (name: string, offsetMs: number, given: Partial<JobsDemand> = {}) =>
  jobs(
    0,
    { wait: constant(10) },
    { name, schedule: { kind: 'every', everyMs: HOUR_MS, offsetMs }, ...given },
  );

const oneHour = (demand: Parameters<typeof compute>[0], assumptions = admitting(1), changes = {}) => {
  const made = run(simulation({ horizonMs: HOUR_MS - 1, computes: [compute(demand, changes)], assumptions }));
  return only(made.computes);
};

const outcome = (made: ReturnType<typeof oneHour>) => ({
  done: made.counted(EVENT.queryDone),
  refused: made.refusals.get('wakeAdmission')?.count ?? 0,
});

describe('clients that meet at a wake', () => {
  test('the first one is admitted, and the proxy refuses the others with an error of their own kind', () => {
    const made = oneHour([at('five', WAKE_MS, { sessions: 5 })]);
    expect(outcome(made)).toEqual({ done: 1, refused: 4 });
    expect([...made.refusals.keys()]).toEqual(['wakeAdmission']);
    expect(made.counted(EVENT.connectionRefused)).toBe(4);
  });

  test('all are admitted if the assumption is off', () => {
    expect(outcome(oneHour([at('five', WAKE_MS, { sessions: 5 })], INSTANT))).toEqual({
      done: 5,
      refused: 0,
    });
  });

  test.each([
    [1, 1],
    [START_MS, 1],
    [START_MS + 20 * SECOND_MS - 1, 1],
    [START_MS + 20 * SECOND_MS, 0],
  ])('a client %s ms after the first one is refused %s times', (afterMs, refused) => {
    const made = oneHour([at('first', WAKE_MS), at('second', WAKE_MS + afterMs)]);
    expect(outcome(made)).toEqual({ done: 2 - refused, refused });
  });

  test('a refused client gets in as soon as one of its retries comes late enough', () => {
    const client = { connectTimeoutMs: 5000, retries: 5, backOffMs: 1000, backOffFactor: 2 };
    // The retries come 1, 3, 7, 15 and 31 seconds after the first attempt.
    const made = oneHour([at('first', WAKE_MS), at('patient', WAKE_MS, { client })]);
    expect(outcome(made)).toEqual({ done: 2, refused: 5 });
    expect(made.counted(EVENT.connectionRetried)).toBe(5);
    const hasty = oneHour([
      at('first', WAKE_MS),
      at('hasty', WAKE_MS, { client: { ...client, retries: 3 } }),
    ]);
    expect([outcome(hasty), hasty.counted(EVENT.connectionGivenUp)]).toEqual([{ done: 1, refused: 4 }, 1]);
  });

  test('clients of the pooler pass the same proxy', () => {
    const made = oneHour([at('pooled', WAKE_MS, { sessions: 5, route: 'pooler' })]);
    expect(outcome(made)).toEqual({ done: 1, refused: 4 });
  });

  test('a load that wakes the compute is the first client, and is never refused itself', () => {
    const steps = [
      { atMs: 0, value: 0 },
      { atMs: WAKE_MS, value: 0.5 },
    ];
    const late = load({ kind: 'steps', steps }, { connections: 20 });
    const made = oneHour([late, at('client', WAKE_MS + SECOND_MS)]);
    expect(outcome(made)).toEqual({ done: 0, refused: 1 });
    expect(oneHour([late]).refusals.size).toBe(0);
  });

  test('a restart by command refuses nobody', () => {
    const restart = {
      changes: [{ atMs: MINUTE_MS, change: { kind: 'command', command: 'restart' } }],
    } as const;
    const made = oneHour([at('five', MINUTE_MS + 100, { sessions: 5 })], admitting(1), restart);
    expect([outcome(made), made.counted(EVENT.connectionHeld)]).toEqual([{ done: 5, refused: 0 }, 5]);
  });

  test('events say why', () => {
    const { events } = recorded(
      simulation({
        horizonMs: HOUR_MS - 1,
        computes: [compute([at('two', WAKE_MS, { sessions: 2 })])],
        assumptions: admitting(1),
      }),
    );
    expect(events.filter(({ kind }) => kind === 'connection.refused')).toEqual([
      { atMs: WAKE_MS, compute: 'main', kind: 'connection.refused', why: 'wakeAdmission' },
    ]);
  });

  test('a share of them is refused', () => {
    const { refused } = outcome(oneHour([at('many', WAKE_MS, { sessions: 400 })], admitting(0.25)));
    // Three standard deviations of a binomial distribution around 99.75.
    expect(refused).toBeGreaterThan(73);
    expect(refused).toBeLessThan(126);
  });
});

const withAdmission = (
  given: Simulation,
  wakeAdmission: Assumptions['life']['wakeAdmission'],
): Simulation => ({
  ...given,
  assumptions: { ...given.assumptions, life: { ...given.assumptions.life, wakeAdmission } },
});

test('a proxy that refuses a share of 0 changes no bit of a run', () => {
  fc.assert(
    fc.property(anySimulation, fc.nat({ max: 200_000 }), (given, forMs) => {
      const admitted = withAdmission(given, null);
      expect(bytesOf(run(withAdmission(given, { refusedShare: 0, forMs })))).toBe(bytesOf(run(admitted)));
    }),
    runs(20),
  );
});

test('a compute that never sleeps refuses nobody at a wake', () => {
  fc.assert(
    fc.property(anySimulation, anyAdmission, (given, wakeAdmission) => {
      const computes = given.computes.map((one) => ({ ...one, suspendAfterMs: null, changes: [] }));
      const awake = withAdmission({ ...given, plan: 'scale', computes }, wakeAdmission);
      expect(bytesOf(run(awake))).toBe(bytesOf(run(withAdmission(awake, null))));
    }),
    runs(20),
  );
});

/** Jobs that come about as often as the compute sleeps, of the kinds that fast paths take. */
const anyAtWake: fc.Arbitrary<Simulation> = fc
  .record({
    given: anySimulation,
    gapMs: fc.integer({ min: 5000, max: 100_000 }),
    cpu: fc.constantFrom(0, 20),
    keepsConnection: fc.boolean(),
    route: fc.constantFrom('direct' as const, 'pooler' as const),
    refusedShare: fc.constantFrom(0.3, 1),
    forMs: fc.constantFrom(0, 20_000, 200_000),
  })
  .map(({ given, gapMs, cpu, keepsConnection, route, refusedShare, forMs }) => {
    const often = jobs(1000 / gapMs, { cpu: constant(cpu), wait: constant(50) }, { keepsConnection, route });
    const twin = { ...often, name: 'twin', keepsConnection: false };
    return withAdmission(
      {
        ...given,
        horizonMs: Math.min(given.horizonMs, HOUR_MS),
        computes: [compute([often, twin], { suspendAfterMs: MINUTE_MS })],
      },
      { refusedShare, forMs },
    );
  });

test('fast paths give the same bits and events around wakes', () => {
  let refused = 0;
  fc.assert(
    fc.property(anyAtWake, (given) => {
      const [fast, general] = [recorded(given), recorded({ ...given, stepping: true })];
      expect(bytesOf(fast.run)).toBe(bytesOf(general.run));
      expect(JSON.stringify(fast.events)).toBe(JSON.stringify(general.events));
      expect(bytesOf(run(given))).toBe(bytesOf(fast.run));
      refused += only(fast.run.computes).refusals.get('wakeAdmission')?.count ?? 0;
    }),
    runs(25),
  );
  expect(refused).toBeGreaterThan(0);
});
