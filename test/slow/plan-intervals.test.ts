import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MICROS, QUARTER_CU_MS_PER_CU_HOUR } from '../../src/facts/index.ts';
import { COVERS, type Interval, PROFILES, sumsOf, uncertaintyOf } from '../../src/planner/index.ts';
import { type Random, randomStream } from '../../src/workload/index.ts';
import { world } from '../planner/worlds.ts';

/** Chosen before anything was measured. */
const SEED = 20261121;
const WORKLOADS = 1000;
const MONTH_DAYS = 31;

const simulation = world([]);
const priceOfCuHour = simulation.prices.computeMicrosPerCuHour.scale / MICROS;

describe('the 90 % interval of the monthly cost', () => {
  const tried = Array.from({ length: WORKLOADS }, (_, i) => workload(i));
  const covered = (some: typeof tried) => some.filter(({ isCovered }) => isCovered).length / some.length;

  test(`covers the next month of 86 to 94 % of ${WORKLOADS} workloads`, () => {
    expect(covered(tried)).toBeGreaterThanOrEqual(0.86);
    expect(covered(tried)).toBeLessThanOrEqual(0.94);
  });

  test('states how often it does', () => {
    const ofFew = tried.filter(({ weeks }) => weeks < 4);
    const ofMore = tried.filter(({ weeks }) => weeks >= 4);
    const rounded = (share: number) => Math.round(share * 100) / 100;
    expect({ days: rounded(covered(ofFew)), weeks: rounded(covered(ofMore)) }).toEqual(COVERS);
    const page = readFileSync(new URL('../../docs/plan-explained.md', import.meta.url), 'utf8');
    const rows = [
      ['2 and 3', ofFew],
      ['4 and more', ofMore],
      ['all', tried],
    ] as const;
    for (const [weeks, some] of rows)
      expect(page).toContain(`| ${weeks} | ${some.length} | ${(covered(some) * 100).toFixed(1)}% |`);
  });
});

/** Days with a weekly pattern, noise, days that resemble the day before, and bursts, followed by the next month. */
function workload(number: number) {
  const random = randomStream(SEED, `workload ${number}`);
  const between = (low: number, high: number) => low + (high - low) * random();
  const weeks = 2 + Math.floor(random() * 11);
  const more = Math.floor(random() * 7);
  const weekend = between(0.1, 1);
  const persistence = between(0, 0.6);
  const noise = between(0.05, 0.5);
  const burstShare = between(0, 0.05);
  const first = Math.floor(random() * 7);
  let state = normal(random);
  const cuHours = Array.from({ length: 7 * weeks + more + Math.floor(random() * 7) + MONTH_DAYS }, (_, i) => {
    state = persistence * state + Math.sqrt(1 - persistence ** 2) * normal(random);
    const usual = ((first + i) % 7 >= 5 ? weekend : 1) * Math.exp(noise * state);
    return 10 * usual * (random() < burstShare ? between(1, 3) : 1);
  });
  const seen = cuHours.slice(0, 7 * weeks + more);
  const month = cuHours.slice(-MONTH_DAYS).reduce((sum, one) => sum + one) * priceOfCuHour;
  const days = seen.map((hours) =>
    sumsOf((name) => {
      if (name === 'ms') return DAY_MS;
      return name === 'quarterCuMs' ? Math.round(hours * QUARTER_CU_MS_PER_CU_HOUR) : 0;
    }),
  );
  const { low, high } = uncertaintyOf(days, { ...simulation, seed: number }, PROFILES.balanced, [])
    .costPerMonth as Interval;
  return { weeks, isCovered: low <= month && month <= high };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
