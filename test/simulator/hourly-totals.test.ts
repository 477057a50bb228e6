import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/facts/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { compute, jobs, run, simulation } from './worlds.ts';

/** The second zone changes its clocks at midnight, so it has a day that begins at one o'clock. */
test.each(['UTC', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'daily rows in %s are the same if a run is too long for hourly rows',
  (name) => {
    const zone = createZone(name);
    const rowsOf = (horizonMs: number) => {
      const made = run(simulation({ zone, horizonMs, computes: [compute([jobs(1 / 7200, {})])] }));
      return made.computes[0]?.periodBoundaries.hourlyTotals.at(made.nowMs) ?? { hours: [], days: [] };
    };
    const [long, short] = [rowsOf(402 * DAY_MS), rowsOf(400 * DAY_MS)];
    expect(long.hours).toEqual([]);
    expect(short.hours.length).toBeGreaterThan(399 * 24);
    expect(short.days.length).toBeGreaterThanOrEqual(400);
    expect(long.days.slice(0, 399)).toEqual(short.days.slice(0, 399));
    const queries = short.days.map(({ values }) => values[3] as number);
    expect(Math.min(...queries.slice(1, -1))).toBeGreaterThan(0);
  },
);

test('the limit on hourly rows counts the rows of all computes', () => {
  const hourlyTotals = (computes: number, horizonMs: number) => {
    const all = Array.from({ length: computes }, (_, i) => compute([], { name: `compute ${i}` }));
    const made = run(simulation({ horizonMs, computes: all }));
    return made.computes.map(
      ({ periodBoundaries }) => periodBoundaries.hourlyTotals.at(made.nowMs).hours.length,
    );
  };
  expect(new Set(hourlyTotals(20, 21 * DAY_MS))).toEqual(new Set([21 * 24]));
  expect(new Set(hourlyTotals(400, 20 * DAY_MS))).toEqual(new Set([20 * 24]));
  expect(new Set(hourlyTotals(400, 21 * DAY_MS))).toEqual(new Set([0]));
});
