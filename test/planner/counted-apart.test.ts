import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { outcomeOf } from '../../src/planner/index.ts';
import { DEFAULT_ASSUMPTIONS, Run, type Simulation } from '../../src/simulator/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { runs } from '../runs.ts';
import { POLLER, world } from './worlds.ts';

/** Jobs arrive so seldom that most of them wake the compute. */
const worlds = fc
  .record({
    everyMinutes: fc.integer({ min: 7, max: 90 }),
    zone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York'),
    startHours: fc.nat(7 * 24),
    days: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
    from: fc.nat(23),
    hours: fc.integer({ min: 1, max: 24 }),
    startTimeMs: fc.integer({ min: 1, max: 60 }),
    delayedOverMs: fc.nat(60),
  })
  .map((given): Simulation => {
    const schedule = { kind: 'every', everyMs: given.everyMinutes * MINUTE_MS, offsetMs: 0 } as const;
    const { life } = DEFAULT_ASSUMPTIONS;
    return {
      ...world([{ ...POLLER, schedule }], 2 * DAY_MS),
      startMs: Date.UTC(2026, 2, 5) + given.startHours * HOUR_MS,
      zone: createZone(given.zone),
      assumptions: {
        ...DEFAULT_ASSUMPTIONS,
        life: { ...life, startTime: constant(given.startTimeMs) },
      },
      counted: {
        hours: {
          days: given.days,
          fromMs: given.from * HOUR_MS,
          toMs: Math.min(24, given.from + given.hours) * HOUR_MS,
        },
        delayedOverMs: given.delayedOverMs,
      },
    };
  });

describe('the separate counts', () => {
  test('of wakes in some hours are the wake events in them, per day that has such hours', () => {
    fc.assert(
      fc.property(worlds, (simulation) => {
        const { zone, startMs, horizonMs } = simulation;
        const { days, fromMs, toMs } = simulation.counted.hours;
        const isIn = (utcMs: number) => {
          const local = new Date(zone.localMs(utcMs));
          const timeMs = local.getUTCHours() * HOUR_MS + local.getUTCMinutes() * MINUTE_MS;
          return days.includes(local.getUTCDay()) && timeMs >= fromMs && timeMs < toMs;
        };
        let wakes = 0;
        const run = new Run(simulation, ({ kind, atMs }) => {
          if (kind === 'wake' && isIn(startMs + atMs)) wakes++;
        });
        run.advance(horizonMs);
        let minutes = 0;
        for (let atMs = 0; atMs < horizonMs; atMs += MINUTE_MS) if (isIn(startMs + atMs)) minutes++;
        const { wakesInHoursPerDay } = outcomeOf(run);
        if (minutes === 0) expect(wakesInHoursPerDay).toBe(null);
        else expect(wakesInHoursPerDay).toBeCloseTo((wakes * (toMs - fromMs)) / (minutes * MINUTE_MS), 9);
      }),
      runs(15, 40),
    );
  });

  test('of clients that a wake delays are the waits above the limit', () => {
    fc.assert(
      fc.property(worlds, (simulation) => {
        const run = new Run(simulation);
        run.advance(simulation.horizonMs);
        const waits = run.computes[0]?.clientLog.wakeWaits;
        // Waits of up to 63 ms have a bin for each millisecond.
        expect(outcomeOf(run).delayedOverPerDay).toBe(
          (waits?.above(simulation.counted.delayedOverMs) ?? 0) / 2,
        );
      }),
      runs(15, 40),
    );
  });
});
