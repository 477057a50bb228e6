import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlannedChange, type RunEvent, resultOf } from '../../src/engine/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { compute, load, only, recorded, run, simulation } from './worlds.ts';

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
    ['a suspend', { kind: 'command', command: 'suspend' }, { minCu: 2, maxCu: 2 }],
  ];

  test.each(interruptions)('%s drops them all, and they come back', (_, what, size) => {
    const made = lived(890, [change(30 * MINUTE_MS, what)], size);
    expect(dropped(made.events)).toEqual([890]);
    expect(made.result.events['connection.dropped']).toBe(890);
    expect(made.result.refusals.map(({ sqlstate, count }) => [sqlstate, count])).toEqual([['57P01', 890]]);
    expect(made.run.connections).toBe(890);
  });

  test('those that the smaller size has no room for are refused when the load comes back', () => {
    const made = lived(890, [change(30 * MINUTE_MS, { kind: 'size', size: { minCu: 1, maxCu: 1 } })]);
    expect(dropped(made.events)).toEqual([890]);
    expect(made.run.connections).toBe(443);
    const refused = made.result.refusals.find(({ sqlstate }) => sqlstate === '53300')?.count ?? 0;
    expect(refused).toBeGreaterThanOrEqual(890 - 443);
    expect(made.result.events['connection.refused']).toBe(refused);
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
  test('is that of the size, whatever loads hold', () => {
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

  test('is told with each start that changed it', () => {
    const { limits, connections } = lived(10, [
      change(20 * MINUTE_MS, { kind: 'size', size: { minCu: 1, maxCu: 1 } }),
      change(40 * MINUTE_MS, { kind: 'size', size: { minCu: 4, maxCu: 4 } }),
    ]).result;
    expect(limits.map(({ clientLimit }) => clientLimit)).toEqual([894, 443, 1795]);
    expect(connections.clientLimit).toBe(1795);
    expect(limits[1]?.from.slice(0, 16)).toBe('2026-03-02T00:20');
    expect(limits[2]?.from.slice(0, 16)).toBe('2026-03-02T00:40');
  });

  test('of a change in its sleep comes with the next start, or not at all', () => {
    const asleep = compute([load(0)], {
      suspendAfterMs: 60_000,
      changes: [change(30 * MINUTE_MS, { kind: 'size', size: { minCu: 4, maxCu: 4 } })],
    });
    const { limits } = only(resultOf(run(simulation({ horizonMs: HOUR_MS, computes: [asleep] }))).computes);
    expect(limits.map(({ clientLimit }) => clientLimit)).toEqual([443]);
  });

  test('is never below what was open at once', () => {
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
