import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import { EVENT, type PlannedChange } from '../../src/simulator/index.ts';
import type { Demand, ReplicationDemand } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import {
  anyReplication,
  anySimulation,
  bytesOf,
  compute,
  INSTANT,
  jobs,
  only,
  recorded,
  run,
  simulation,
} from './worlds.ts';

const subscriber = (given: Partial<ReplicationDemand> = {}): ReplicationDemand => ({
  kind: 'replication',
  name: 'cdc',
  fromMs: 0,
  untilMs: null,
  connections: 1,
  reconnectMs: 5 * SECOND_MS,
  ...given,
});

const command = (atMs: number, name: 'suspend' | 'restart' | 'disable' | 'enable'): PlannedChange => ({
  atMs,
  change: { kind: 'command', command: name },
});

function afterHours(hours: number, demand: readonly Demand[], changes: readonly PlannedChange[] = []) {
  const made = run(
    simulation({
      horizonMs: hours * HOUR_MS,
      computes: [compute(demand, { changes })],
      assumptions: INSTANT,
    }),
  );
  return { made: only(made.computes), awakeMs: only(made.computes).meter.awakeMsAt(hours * HOUR_MS) };
}

describe('logical replication', () => {
  test('keeps its compute awake, with one connection and without CPU', () => {
    const { made, awakeMs } = afterHours(6, [subscriber()]);
    expect(awakeMs).toBe(6 * HOUR_MS);
    expect([made.counted(EVENT.suspend), made.clients.connections.atOnce.ever]).toEqual([0, 1]);
    expect(made.cpu.usedCpuMsAt(6 * HOUR_MS)).toBe(0);
  });

  test('wakes its compute, and lets it sleep a timeout after its end', () => {
    const { made, awakeMs } = afterHours(6, [subscriber({ fromMs: 2 * HOUR_MS, untilMs: 3 * HOUR_MS })]);
    // Awake at the beginning for a timeout of five minutes, then for the hour and another timeout.
    expect(awakeMs).toBe(HOUR_MS + 10 * MINUTE_MS);
    expect([made.counted(EVENT.wake), made.counted(EVENT.suspend)]).toEqual([1, 2]);
    expect(made.clients.connections.count).toBe(0);
  });

  test.each(['suspend', 'restart'] as const)('comes back after a %s by hand', (name) => {
    const { made, awakeMs } = afterHours(6, [subscriber()], [command(HOUR_MS, name)]);
    expect(made.counted(EVENT.connectionOpened)).toBe(2);
    expect(made.refusals.get('dropped')?.count).toBe(1);
    // A suspended compute sleeps until the subscriber comes back.
    expect(awakeMs).toBe(6 * HOUR_MS - (name === 'suspend' ? 5 * SECOND_MS : 0));
    expect(made.clients.connections.count).toBe(1);
  });

  test('is refused by a disabled compute every few seconds, until the compute is enabled', () => {
    const changes = [command(HOUR_MS, 'disable'), command(2 * HOUR_MS, 'enable')];
    const { made, awakeMs } = afterHours(3, [subscriber()], changes);
    expect(made.refusals.get('barred')?.count).toBe(719);
    expect(awakeMs).toBeGreaterThan(2 * HOUR_MS - MINUTE_MS);
    expect(made.clients.connections.count).toBe(1);
  });

  test('is a client like others for the proxy at a wake, and for the limit of connections', () => {
    const wakeAdmission = { refusedShare: 1, forMs: 20 * SECOND_MS };
    const late = subscriber({ fromMs: 20 * MINUTE_MS, connections: 3 });
    const assumptions = { ...INSTANT, life: { ...INSTANT.life, wakeAdmission } };
    const computes = [compute([late])];
    const woken = only(run(simulation({ horizonMs: HOUR_MS, computes, assumptions })).computes);
    expect(woken.refusals.get('wakeAdmission')?.count).toBe(2 * 4);
    expect(woken.clients.connections.count).toBe(3);
    const narrow = { ...INSTANT, connectionLimit: 2 };
    const limited = only(run(simulation({ horizonMs: HOUR_MS, computes, assumptions: narrow })).computes);
    expect(limited.clients.connections.count).toBe(2);
    expect(limited.refusals.get('connections')?.count).toBe(479 + 1);
  });
});

test('a compute is suspended only by commands, changes or a quota, while its subscriber is connected', () => {
  fc.assert(
    fc.property(anySimulation, anyReplication, (given, replication) => {
      const always = { ...replication, name: 'always', fromMs: 0, untilMs: null, connections: 1 };
      // With the subscriber first, no other client takes its connection.
      const computes = given.computes.map((one) => ({
        ...one,
        changes: [],
        demand: [always, ...one.demand.map((of, i) => ({ ...of, name: `${of.name} ${i}` }))],
      }));
      const { events } = recorded({ ...given, plan: 'scale', computes });
      // A lack of memory drops the connection, and the compute may sleep before the subscriber comes back.
      const lost = events.findIndex(({ kind }) => kind === 'memory.kill');
      const connected = lost === -1 ? events : events.slice(0, lost);
      expect(connected.filter(({ kind }) => kind === 'suspend')).toEqual([]);
    }),
    runs(20),
  );
});

test('a subscription that is over before the run changes no bit of the rest', () => {
  fc.assert(
    fc.property(anySimulation, (given) => {
      const never = subscriber({ name: 'never', fromMs: given.horizonMs + 1 });
      const computes = given.computes.map((one) => ({ ...one, demand: [...one.demand, never] }));
      expect(bytesOf(run({ ...given, computes }))).toBe(bytesOf(run(given)));
    }),
    runs(20),
  );
});

test('fast paths beside a subscriber give the same bits and events as the general way', () => {
  fc.assert(
    fc.property(
      anySimulation,
      anyReplication,
      fc.integer({ min: 2000, max: 100_000 }),
      fc.constantFrom(0, 20),
      (given, replication, gapMs, cpu) => {
        const often = jobs(1000 / gapMs, {
          cpu: { kind: 'constant', ms: cpu },
          wait: { kind: 'constant', ms: 40 },
        });
        const demand = [often, { ...often, name: 'twin' }, replication];
        const plan = compute(demand, {
          suspendAfterMs: MINUTE_MS,
          changes: given.computes[0]?.changes ?? [],
        });
        const fast = { ...given, horizonMs: Math.min(given.horizonMs, HOUR_MS), computes: [plan] };
        const [one, other] = [recorded(fast), recorded({ ...fast, stepping: true })];
        expect(bytesOf(one.run)).toBe(bytesOf(other.run));
        expect(JSON.stringify(one.events)).toBe(JSON.stringify(other.events));
        expect(bytesOf(run(fast))).toBe(bytesOf(one.run));
      },
    ),
    runs(25),
  );
});
