import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { type ScheduledHours, withScheduledHours } from '../../src/simulator/index.ts';
import { createZone, isWithinHours, type LocalHours, overlap } from '../../src/workload/index.ts';
import { compute } from './worlds.ts';

const anyHours: fc.Arbitrary<LocalHours> = fc
  .tuple(fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), fc.nat(47), fc.nat(47))
  .map(([days, one, other]) => ({
    days,
    fromMs: Math.min(one, other) * 30 * MINUTE_MS,
    toMs: (Math.max(one, other) + 1) * 30 * MINUTE_MS,
  }));

const anyEntry: fc.Arbitrary<ScheduledHours> = fc.record({
  hours: anyHours,
  size: fc.constantFrom(undefined, { minCu: 1, maxCu: 2 }, { minCu: 2, maxCu: 4 }),
  suspendAfterMs: fc.constantFrom(undefined, null, MINUTE_MS),
});

const anySchedule = fc
  .array(anyEntry, { maxLength: 4 })
  .map((entries) =>
    entries.filter(({ hours }, i) => !entries.slice(0, i).some((other) => overlap(other.hours, hours))),
  );

const base = compute([], { size: { minCu: 0.25, maxCu: 2 }, suspendAfterMs: 5 * MINUTE_MS });

describe('a compute with a schedule', () => {
  test('has at each time what the hours say, and no change without a difference', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
        // March and October, when clocks change.
        fc.integer({ min: 0, max: 365 * 48 }),
        fc.integer({ min: 1, max: 9 * 48 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 20 }),
        (schedule, zoneName, startHalf, halves, instants) => {
          const zone = createZone(zoneName);
          const startMs = Date.UTC(2026, 0, 1) + startHalf * 30 * MINUTE_MS;
          const horizonMs = halves * 30 * MINUTE_MS;
          const made = withScheduledHours(base, schedule, { startMs, horizonMs, zone });
          const inForce = { size: made.size, suspendAfterMs: made.suspendAfterMs };
          const at = (ms: number) => {
            const state = { ...inForce };
            for (const { atMs, change } of made.changes) {
              if (atMs > ms) break;
              if (change.kind === 'size') state.size = change.size;
              if (change.kind === 'suspendAfter') state.suspendAfterMs = change.suspendAfterMs;
            }
            return state;
          };
          for (const share of instants) {
            const ms = Math.floor(share * horizonMs);
            // When clocks go back, an hour comes twice, and only its first time counts.
            if (isNearClockChange(zone, startMs + ms)) continue;
            const one = schedule.find(({ hours }) => isWithinHours(hours, zone.localMs(startMs + ms)));
            expect(at(ms)).toEqual({
              size: one?.size ?? base.size,
              suspendAfterMs: one?.suspendAfterMs === undefined ? base.suspendAfterMs : one.suspendAfterMs,
            });
          }
          let before = inForce;
          for (const { atMs } of made.changes) {
            expect(atMs).toBeGreaterThan(0);
            expect(atMs).toBeLessThan(horizonMs);
          }
          for (const atMs of new Set(made.changes.map((one) => one.atMs))) {
            expect(at(atMs)).not.toEqual(before);
            before = at(atMs);
          }
        },
      ),
    );
  });
});

function isNearClockChange(zone: ReturnType<typeof createZone>, utcMs: number): boolean {
  const offset = (ms: number) => zone.localMs(ms) - ms;
  return offset(utcMs - DAY_MS) !== offset(utcMs + HOUR_MS);
}
