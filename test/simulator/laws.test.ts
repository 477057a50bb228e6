import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LISTED_SIZES_CU, MINUTE_MS } from '../../src/facts/index.ts';
import { EVENT, Run, type RunEvent, resultOf } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import {
  anyLoad,
  anySimulation,
  bytesOf,
  compute,
  INSTANT,
  jobs,
  mean,
  only,
  recorded,
  run,
  simulation,
} from './worlds.ts';

/**
 * Each law is tested on random computes with random demand. A failure prints the seed and path that repeat
 * it.
 */
describe('any simulation', () => {
  test('a run that skips ticks equals a run that steps, to the bit', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        expect(resultOf(run(given))).toEqual(resultOf(run({ ...given, stepping: true })));
      }),
      runs(15),
    );
  });

  test('a run in two parts equals a run in one part', () => {
    fc.assert(
      fc.property(anySimulation, fc.double({ min: 0, max: 1, noNaN: true }), (given, place) => {
        const parts = new Run(given);
        parts.advance(Math.floor(given.horizonMs * place));
        resultOf(parts);
        parts.advance(given.horizonMs);
        expect(bytesOf(parts)).toBe(bytesOf(run(given)));
      }),
      runs(15),
    );
  });

  test('the same seed gives the same bytes and events', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const [a, b] = [recorded(given), recorded(given)];
        expect(JSON.stringify(a.events)).toBe(JSON.stringify(b.events));
        expect(bytesOf(a.run)).toBe(bytesOf(b.run));
      }),
      runs(15),
    );
  });

  test('every size is a multiple of a quarter CU within the range in force', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        for (const made of run(given).computes) {
          const sizes = [
            made.plan.size,
            ...made.plan.changes.flatMap(({ change }) => (change.kind === 'size' ? [change.size] : [])),
          ];
          const [least, most] = [
            Math.min(...sizes.map(({ minCu }) => minCu)),
            Math.max(...sizes.map(({ maxCu }) => maxCu)),
          ];
          for (const { cu } of made.timeline.entries) {
            expect(Number.isInteger(cu * 4)).toBe(true);
            expect(cu).toBeGreaterThanOrEqual(least);
            expect(cu).toBeLessThanOrEqual(most);
          }
        }
      }),
      runs(15),
    );
  });

  test('time never runs backwards, and nothing happens at or after the end', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const times = recorded(given).events.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times.every((atMs) => Number.isInteger(atMs) && atMs < given.horizonMs)).toBe(true);
      }),
      runs(15),
    );
  });

  test('metered CU-time is the integral of the size over the active time, and an idle compute costs nothing', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const { run: made, events } = recorded(given);
        for (const one of made.computes) {
          const own = events.filter(({ compute }) => compute === one.plan.name);
          const { quarterCuMs, awakeMs } = integral(own, given.horizonMs);
          expect(one.meter.quarterCuMsAt(given.horizonMs)).toBe(quarterCuMs);
          expect(one.meter.awakeMsAt(given.horizonMs)).toBe(awakeMs);
        }
      }),
      runs(15),
    );
  });

  test('hourly and daily rows add up to the totals', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const made = run(given);
        made.computes.forEach(({ periodBoundaries }, i) => {
          const { hours, days } = periodBoundaries.hourlyTotals.at(given.horizonMs);
          for (const rows of [hours, days]) {
            const sum = (column: number) =>
              rows.reduce((total, { values }) => total + (values[column] as number), 0);
            expect(sum(0)).toBe(made.computes[i]?.meter.awakeMsAt(given.horizonMs));
            expect(sum(1)).toBe(made.computes[i]?.meter.quarterCuMsAt(given.horizonMs));
            expect(sum(3)).toBe(made.computes[i]?.counted(EVENT.queryDone));
            expect(rows[0]?.fromMs).toBe(0);
            expect(rows.at(-1)?.untilMs).toBe(given.horizonMs);
          }
        });
      }),
      runs(15),
    );
  });

  test('automatic resizing drops no connection, and a stop of the compute drops all', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const { run: made, events } = recorded(given);
        for (const [i, event] of events.entries()) {
          if (event.kind !== 'resized') continue;
          const same = events
            .slice(i + 1)
            .filter(({ atMs, compute }) => atMs === event.atMs && compute === event.compute);
          const before = events
            .slice(0, i)
            .filter(({ atMs, compute }) => atMs === event.atMs && compute === event.compute);
          const stops = [...before, ...same].some(({ kind }) => kind === 'state' || kind === 'memory.kill');
          if (!stops) expect(same.map(({ kind }) => kind)).not.toContain('connection.dropped');
        }
        for (const one of made.computes) {
          const { currentState, pendingState } = one.view;
          if (currentState === 'idle' || pendingState === 'idle') expect(one.connections).toBe(0);
        }
      }),
      runs(15),
    );
  });

  test('counts of connections and queries never become negative', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        for (const { clients, memory } of run(given).computes) {
          for (const count of [
            clients.connections.direct,
            clients.connections.pooled,
            clients.connections.serverBusy,
            clients.busy,
            clients.waitingForStart,
          ]) {
            expect(count).toBeGreaterThanOrEqual(0);
          }
          expect(memory.nonReclaimableBytes).toBeGreaterThan(0);
        }
      }),
      runs(15),
    );
  });
});

/** Returns the integral of the size over the active time, computed from the events alone. */
function integral(events: readonly RunEvent[], untilMs: number) {
  let [quarterCuMs, awakeMs, sinceMs, cu, active] = [0, 0, 0, 0, false];
  const close = (atMs: number) => {
    if (active) {
      quarterCuMs += cu * 4 * (atMs - sinceMs);
      awakeMs += atMs - sinceMs;
    }
    sinceMs = atMs;
  };
  for (const event of events) {
    if (event.kind !== 'state' && event.kind !== 'resized') continue;
    close(event.atMs);
    if (event.kind === 'state') active = event.state === 'active';
    cu = event.cu as number;
  }
  close(untilMs);
  return { quarterCuMs, awakeMs };
}

describe('one demand under two configurations', () => {
  const bigger = fc
    .tuple(fc.constantFrom(...LISTED_SIZES_CU), fc.constantFrom(...LISTED_SIZES_CU))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

  test('a larger fixed size never has a larger backlog or more throttled time', () => {
    fc.assert(
      fc.property(anyLoad, bigger, (demand, [small, large]) => {
        const open = { ...demand, connections: 0, memoryBytes: { kind: 'constant', value: 0 } as const };
        const of = (cu: number) => {
          const plan = compute([open], { size: { minCu: cu, maxCu: cu }, suspendAfterMs: null });
          return only(
            run(simulation({ horizonMs: 90 * MINUTE_MS, computes: [plan], assumptions: INSTANT })).computes,
          );
        };
        const [a, b] = [of(small).cpu, of(large).cpu];
        const end = 90 * MINUTE_MS;
        expect(b.backlogAt(end)).toBeLessThanOrEqual(a.backlogAt(end) + 1e-6);
        expect(b.highestBacklogMsAt(end)).toBeLessThanOrEqual(a.highestBacklogMsAt(end) + 1e-6);
        expect(b.throttledMsAt(end)).toBeLessThanOrEqual(a.throttledMsAt(end) + 2);
      }),
      runs(15),
    );
  });

  test('with instant starts and open demand, a longer timeout never suspends more often', () => {
    const timeouts = fc.tuple(
      fc.integer({ min: 1000, max: 600_000 }),
      fc.integer({ min: 1000, max: 600_000 }),
    );
    fc.assert(
      fc.property(
        fc.nat(),
        fc.double({ min: 1e-3, max: 0.05, noNaN: true }),
        timeouts,
        (seed, rate, [a, b]) => {
          const suspends = (suspendAfterMs: number) => {
            const plan = compute([jobs(rate, { wait: mean(5000) })], { suspendAfterMs });
            const made = run(
              simulation({ horizonMs: 180 * MINUTE_MS, seed, computes: [plan], assumptions: INSTANT }),
            );
            return only(made.computes).counted(EVENT.suspend);
          };
          expect(suspends(Math.max(a, b))).toBeLessThanOrEqual(suspends(Math.min(a, b)));
        },
      ),
      runs(15),
    );
  });
});
