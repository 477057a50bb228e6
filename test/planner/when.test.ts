import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Broken,
  type Configuration,
  grownSimulation,
  type ObjectiveName,
  withConfiguration,
  withWhen,
} from '../../src/planner/index.ts';
import { Run, type RunEvent, type Simulation } from '../../src/simulator/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { anyWorld, USUAL } from './worlds.ts';

const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York');
const starts = fc
  .integer({ min: 0, max: 24 * 60 })
  .map((minute) => Date.UTC(2026, 2, 7, 20) + minute * MINUTE_MS);
const SMALL: Configuration = { ...USUAL, size: { minCu: 0.25, maxCu: 0.25 }, suspendAfterMs: MINUTE_MS };

/** A busy world around a change of clocks in one of the zones, and its events. */
const busy = fc.record({ simulation: anyWorld, zone: zones, startMs: starts }).map((given) => {
  const simulation: Simulation = {
    ...grownSimulation(given.simulation, 3),
    zone: createZone(given.zone),
    startMs: given.startMs,
  };
  const events: RunEvent[] = [];
  const run = new Run(withConfiguration(simulation, SMALL), (event) => events.push(event));
  run.advance(simulation.horizonMs);
  return { simulation, events, run };
});

const of = (objective: ObjectiveName): Broken => ({ objective, found: 1, bound: 0 });
const whenOf = (simulation: Simulation, objective: ObjectiveName) =>
  withWhen(simulation, SMALL, [of(objective)])[0]?.when;

describe('when an objective is broken', () => {
  test('first is the minute of the first event of its kind', () => {
    const kinds = {
      refused: ['connection.refused', 'pool.timedOut'],
      'failed-connects': ['connection.givenUp'],
      'memory-kills': ['memory.kill'],
      dropped: ['connection.dropped'],
    } as const;
    let seen = 0;
    fc.assert(
      fc.property(busy, ({ simulation, events }) => {
        const asked = Object.keys(kinds).map((objective) => of(objective as ObjectiveName));
        const found = withWhen(simulation, SMALL, asked);
        for (const [i, names] of Object.values(kinds).entries()) {
          const first = events.find(({ kind }) => (names as readonly string[]).includes(kind));
          expect(found[i]?.when?.firstMs).toBe(first === undefined ? null : minuteOf(first.atMs, simulation));
          if (first !== undefined) seen++;
        }
      }),
      { numRuns: 30 },
    );
    expect(seen).toBeGreaterThan(5);
  });

  test('worst is the local hour with the largest amount, as in the hourly totals of the run', () => {
    fc.assert(
      fc.property(busy, ({ simulation, run }) => {
        const rows = run.computes[0]?.periodBoundaries.hourlyTotals.at(run.nowMs).hours ?? [];
        for (const [objective, column] of [
          ['throttled', 2],
          ['cold-starts', 4],
        ] as const) {
          const amounts = rows.map(({ values }) => values[column] as number);
          const total = amounts.reduce((sum, one) => sum + one, 0);
          const most = Math.max(...amounts);
          const row = rows[amounts.indexOf(most)];
          const when = whenOf(simulation, objective);
          expect(when?.worst).toEqual(
            total === 0 ? null : { fromMs: row?.fromMs, untilMs: row?.untilMs, share: most / total },
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  test('the hour of the day has the sum over all days', () => {
    fc.assert(
      fc.property(busy, ({ simulation, events }) => {
        const { zone, startMs } = simulation;
        const hours = Array.from({ length: 24 }, () => 0);
        for (const { kind, atMs } of events) {
          if (kind !== 'wake') continue;
          const hour = Math.floor((zone.localMs(startMs + atMs) / HOUR_MS) % 24);
          hours[hour] = (hours[hour] as number) + 1;
        }
        const total = hours.reduce((sum, one) => sum + one, 0);
        const most = Math.max(...hours);
        expect(whenOf(simulation, 'cold-starts')?.daily).toEqual(
          total === 0 ? null : { hour: hours.indexOf(most), share: most / total },
        );
      }),
      { numRuns: 30 },
    );
  });

  test('a budget is broken by no single hour', () => {
    const [{ simulation }] = fc.sample(busy, 1) as unknown as [{ simulation: Simulation }];
    expect(withWhen(simulation, SMALL, [of('budget')])).toEqual([of('budget')]);
  });
});

function minuteOf(atMs: number, { startMs }: Simulation): number {
  return Math.max(0, Math.floor((startMs + atMs) / MINUTE_MS) * MINUTE_MS - startMs);
}
