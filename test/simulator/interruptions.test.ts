import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { GIB, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import {
  DEFAULT_ASSUMPTIONS,
  type PlannedChange,
  type RunEvent,
  resultOf,
} from '../../src/simulator/index.ts';
import { compute, INSTANT, jobs, load, only, recorded, run, simulation } from './worlds.ts';

const change = (atMs: number, change: PlannedChange['change']): PlannedChange => ({ atMs, change });

function lived(
  connections: number,
  changes: readonly PlannedChange[],
  size = { minCu: 2, maxCu: 2 },
  horizonMs = HOUR_MS,
) {
  const plan = compute([load(1.5, { connections })], { size, changes });
  const { run: made, events } = recorded(simulation({ horizonMs, computes: [plan] }));
  const result = only(resultOf(made).computes);
  return { run: only(made.computes), result, events };
}

const dropped = (events: readonly RunEvent[]) =>
  events.filter(({ kind }) => kind === 'connection.dropped').map(({ connections }) => connections);

describe('connections of a load', () => {
  const interruptions: readonly [string, PlannedChange['change'], { minCu: number; maxCu: number }][] = [
    ['a restart', { kind: 'command', command: 'restart' }, { minCu: 2, maxCu: 2 }],
    ['a resize of a fixed compute', { kind: 'size', size: { minCu: 4, maxCu: 4 } }, { minCu: 2, maxCu: 2 }],
    ['a change of a range', { kind: 'size', size: { minCu: 2, maxCu: 6 } }, { minCu: 2, maxCu: 4 }],
    ['a move to another branch', { kind: 'branch', branch: 'dev' }, { minCu: 2, maxCu: 2 }],
    ['a suspend', { kind: 'command', command: 'suspend' }, { minCu: 2, maxCu: 2 }],
  ];

  test.each(interruptions)('%s drops all of them, and the load connects again', (_, what, size) => {
    const made = lived(890, [change(30 * MINUTE_MS, what)], size);
    expect(dropped(made.events)).toEqual([890]);
    expect(made.result.events['connection.dropped']).toBe(890);
    expect(made.result.refusals.map(({ sqlstate, count }) => [sqlstate, count])).toEqual([['57P01', 890]]);
    expect(made.run.connections).toBe(890);
  });

  test('a smaller size refuses the connections above its limit when the load connects again', () => {
    const made = lived(890, [change(30 * MINUTE_MS, { kind: 'size', size: { minCu: 1, maxCu: 1 } })]);
    expect(dropped(made.events)).toEqual([890]);
    expect(made.run.connections).toBe(443);
    const refused = made.result.refusals.find(({ sqlstate }) => sqlstate === '53300')?.count ?? 0;
    expect(refused).toBe(890 - 443);
    expect(made.result.events['connection.refused']).toBe(refused);
  });

  test.each([2, 1500])('connections above the limit are refused once if the start takes %s ms', (startMs) => {
    const { life } = DEFAULT_ASSUMPTIONS;
    const resize = change(30 * MINUTE_MS, { kind: 'size', size: { minCu: 1, maxCu: 1 } });
    const plan = compute([load(0.5, { connections: 890 })], {
      size: { minCu: 2, maxCu: 2 },
      changes: [resize],
    });
    const assumptions = { ...DEFAULT_ASSUMPTIONS, life: { ...life, startTime: constant(startMs) } };
    const { run: made } = recorded(simulation({ horizonMs: HOUR_MS, computes: [plan], assumptions }));
    expect(only(resultOf(made).computes).events['connection.refused']).toBe(890 - 443);
  });

  test('automatic resizing drops none', () => {
    const plan = compute([load(3.5, { connections: 300 })], { size: { minCu: 1, maxCu: 8 } });
    const whole = run(simulation({ horizonMs: HOUR_MS, computes: [plan] }));
    const made = only(whole.computes);
    const result = only(resultOf(whole).computes);
    expect(result.events.resized).toBeGreaterThan(0);
    expect(result.events['connection.dropped']).toBe(0);
    expect(made.connections).toBe(300);
  });
});

describe('the limit on connections', () => {
  test('follows the size, not the connections of loads', () => {
    const { connections, limits } = lived(890, []).result;
    expect(connections).toMatchObject({ maxConnections: 901, clientLimit: 894, peak: 890 });
    expect(limits).toEqual([
      {
        from: '2026-03-02T00:00:00.000Z',
        maxConnections: 901,
        clientLimit: 894,
        poolSize: 810,
        temporaryDiskBytes: expect.any(Number),
      },
    ]);
  });

  test('is recorded at each start that changed it', () => {
    const { limits, connections, memory } = lived(10, [
      change(20 * MINUTE_MS, { kind: 'size', size: { minCu: 1, maxCu: 1 } }),
      change(40 * MINUTE_MS, { kind: 'size', size: { minCu: 4, maxCu: 4 } }),
    ]).result;
    expect(limits.map(({ clientLimit }) => clientLimit)).toEqual([894, 443, 1795]);
    expect(connections.clientLimit).toBe(1795);
    expect(memory.ramAtMaximumBytes).toBe(16 * GIB);
    expect(limits[1]?.from.slice(0, 16)).toBe('2026-03-02T00:20');
    expect(limits[2]?.from.slice(0, 16)).toBe('2026-03-02T00:40');
  });

  test('changes at the next start if the size changed in sleep, and not without a start', () => {
    const asleep = compute([load(0)], {
      suspendAfterMs: 60_000,
      changes: [change(30 * MINUTE_MS, { kind: 'size', size: { minCu: 4, maxCu: 4 } })],
    });
    const { limits } = only(resultOf(run(simulation({ horizonMs: HOUR_MS, computes: [asleep] }))).computes);
    expect(limits.map(({ clientLimit }) => clientLimit)).toEqual([443]);
  });

  test('is never below the maximum of open connections', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 3000 }),
        fc.uniqueArray(fc.constantFrom(1, 2, 4, 8), { maxLength: 3 }),
        (connections, sizes) => {
          const changes = sizes.map((cu, i) =>
            change((i + 1) * 10 * MINUTE_MS, { kind: 'size', size: { minCu: cu, maxCu: cu } }),
          );
          const { result } = lived(connections, changes);
          expect(result.connections.peak).toBeLessThanOrEqual(
            Math.max(...result.limits.map(({ clientLimit }) => clientLimit)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('a move to another branch', () => {
  const move = (branch: string, atMs = 30 * MINUTE_MS) => change(atMs, { kind: 'branch', branch });
  const statesOf = (plan: ReturnType<typeof compute>) => {
    const whole = run(simulation({ horizonMs: HOUR_MS, computes: [plan] }));
    return only(whole.computes)
      .timeline.entries.filter(({ atMs }) => atMs >= 30 * MINUTE_MS)
      .map(({ state, pending, reason }) => [state, pending, reason]);
  };

  test('stops an active compute and starts it again', () => {
    expect(statesOf(compute([load(0.5)], { changes: [move('dev')] }))).toEqual([
      ['active', 'active', 'a move to another branch'],
      ['idle', 'active', 'the suspend is done'],
      ['active', null, 'the start is done'],
    ]);
  });

  test('leaves an idle compute idle, with pending idle meanwhile', () => {
    expect(statesOf(compute([load(0)], { suspendAfterMs: 60_000, changes: [move('dev')] }))).toEqual([
      ['idle', 'idle', 'a move to another branch'],
      ['idle', null, 'the suspend is done'],
    ]);
  });

  test('is refused while another change is under way', () => {
    const { result, events } = lived(10, [move('dev'), move('test', 30 * MINUTE_MS + 1)]);
    expect(events.filter(({ kind }) => kind === 'command.rejected')).toMatchObject([
      { command: 'branch.change', why: 'rejectBusy' },
    ]);
    expect(result.events.restart).toBe(1);
  });

  test('is refused if the branch still has another primary, whose own move was refused', () => {
    const moved = (name: string, branch: string, changes: readonly PlannedChange[]) =>
      compute([load(0.5)], { name, branch, changes });
    const at = 30 * MINUTE_MS;
    const first = moved('first', 'main', [
      change(at, { kind: 'command', command: 'restart' }),
      move('dev', at + 1),
      change(at + 20 * MINUTE_MS, { kind: 'command', command: 'delete' }),
    ]);
    const second = moved('second', 'other', [
      move('main', at + 10 * MINUTE_MS),
      move('main', at + 25 * MINUTE_MS),
    ]);
    const made = recorded(simulation({ horizonMs: HOUR_MS, computes: [first, second] }));
    expect(made.events.filter(({ kind }) => kind === 'command.rejected')).toMatchObject([
      { compute: 'first', command: 'branch.change', why: 'rejectBusy' },
      { compute: 'second', command: 'branch.change', why: 'rejectTaken' },
    ]);
    expect(made.run.computes.map(({ settings }) => settings.branch)).toEqual(['main', 'main']);
  });

  test('begins with an empty cache, in contrast to a restart on the same branch', () => {
    const heldAt = (atMs: number, what: PlannedChange['change']) => {
      const plan = compute([jobs(1, { pages: 2000 })], {
        workingSetBytes: GIB,
        changes: [change(30 * MINUTE_MS, what)],
      });
      const assumptions = { ...INSTANT, prewarmShare: 1 };
      return only(run(simulation({ horizonMs: atMs, computes: [plan], assumptions })).computes).cache
        .resident;
    };
    const [beforeMs, afterMs] = [30 * MINUTE_MS, 30 * MINUTE_MS + SECOND_MS];
    const restart = { kind: 'command', command: 'restart' } as const;
    const held = heldAt(beforeMs, restart);
    expect(held).toBeGreaterThan(0.9 * GIB);
    expect(heldAt(afterMs, restart)).toBeGreaterThanOrEqual(held);
    expect(heldAt(afterMs, { kind: 'branch', branch: 'dev' })).toBeLessThan(0.1 * GIB);
  });
});
