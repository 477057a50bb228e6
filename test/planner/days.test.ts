import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { dayBorders, wholeDays } from '../../src/planner/confidence/days.ts';
import { DAYS_NEEDED, detailHere, howSure, PROFILES } from '../../src/planner/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { load, USUAL, world } from './worlds.ts';

const spring = Date.UTC(2026, 2, 28, 23);
const autumn = Date.UTC(2026, 9, 24, 22);

const of = (startMs: number, lengthMs: number, zone = 'UTC') => ({
  ...world([], lengthMs),
  startMs,
  zone: createZone(zone),
});

test.each([
  ['fourteen days that begin two minutes after midnight', 2 * MINUTE_MS, 14 * DAY_MS - 2 * MINUTE_MS, 14],
  ['fourteen days of samples, from two minutes after midnight', 2 * MINUTE_MS, 14 * DAY_MS, 14],
  ['fourteen days that end five minutes early', 0, 14 * DAY_MS - 5 * MINUTE_MS, 14],
  ['one that begins at 95% of a day', 0.05 * DAY_MS, 0.95 * DAY_MS, 1],
  ['one that begins a minute later', 0.05 * DAY_MS + MINUTE_MS, 0.95 * DAY_MS - MINUTE_MS, 0],
  ['a day of which both ends are missing, 94% of it seen', 0.03 * DAY_MS, 0.94 * DAY_MS, 0],
  ['half a day, a day, and half a day', 0.5 * DAY_MS, 2 * DAY_MS, 1],
  ['two halves of days', 0.5 * DAY_MS, DAY_MS, 0],
  ['an hour', 0, HOUR_MS, 0],
])('of %s', (_, startMs, lengthMs, days) => {
  expect(wholeDays(of(startMs, lengthMs))).toBe(days);
});

test.each([
  ['23 hours', spring, 23, 1],
  ['23 hours, of which the last was not seen', spring, 22, 1],
  ['23 hours, of which the last two were not seen', spring, 21, 0],
  ['25 hours', autumn, 25, 1],
  ['25 hours, of which the last was not seen', autumn, 24, 1],
  ['25 hours, of which the last two were not seen', autumn, 23, 0],
])('a day has %s where clocks change', (_, startMs, hours, days) => {
  const simulation = of(startMs, hours * HOUR_MS, 'Europe/Berlin');
  expect(wholeDays(simulation)).toBe(days);
  if (days === 1) expect(dayBorders(simulation)).toEqual([0, hours * HOUR_MS]);
});

test('days follow each other within the run, and only the first and the last may be cut', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * 24 * 60 }),
      fc.integer({ min: 1, max: 40 * 24 * 60 }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Sao_Paulo'),
      (startMinute, minutes, zone) => {
        const simulation = of(Date.UTC(2018, 0) + startMinute * MINUTE_MS, minutes * MINUTE_MS, zone);
        const borders = dayBorders(simulation);
        for (const [i, atMs] of borders.entries()) {
          const isOuter = i === 0 || i === borders.length - 1;
          const localMs = simulation.zone.localMs(simulation.startMs + atMs);
          if (!isOuter) expect(localMs % DAY_MS).toBeLessThanOrEqual(HOUR_MS);
          const lengthMs = (borders[i + 1] ?? Number.NaN) - atMs;
          if (i < borders.length - 1) {
            expect(lengthMs).toBeGreaterThanOrEqual(0.95 * 23 * HOUR_MS);
            expect(lengthMs).toBeLessThanOrEqual(25 * HOUR_MS);
          }
        }
        expect(borders.every((atMs) => atMs >= 0 && atMs <= simulation.horizonMs)).toBe(true);
      },
    ),
  );
});

test('fourteen days from 00:02 on are enough for the confidence of a plan', async () => {
  const simulation = {
    ...world([load(Array.from({ length: 14 * 24 * 60 }, () => 0.1))], 14 * DAY_MS - 2 * MINUTE_MS),
    startMs: Date.UTC(2026, 2, 2, 0, 2),
  };
  const sure = await howSure(
    simulation,
    { configuration: USUAL, outcome: {} as never, isRun: true, broken: [] },
    PROFILES.balanced,
    detailHere(simulation),
  );
  expect([sure?.days, sure?.blocks, sure?.risk]).toEqual([DAYS_NEEDED, 'days', 'very low']);
});
