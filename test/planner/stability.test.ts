import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import {
  ALL_CHOICES,
  type Configuration,
  evaluate,
  type PlanQuestion,
  PROFILES,
  stabilityOf,
} from '../../src/planner/index.ts';
import { allTold } from './every-stress.ts';
import { load, USUAL, world } from './worlds.ts';

const objectives = { ...PROFILES.balanced, headroom: 0, 'delay-p95': null, 'delay-p99': null };
const fixed = (cu: number): Configuration => ({
  ...USUAL,
  size: { minCu: cu, maxCu: cu },
  suspendAfterMs: null,
});
const [small, large] = [fixed(1), fixed(2)];

/** Five hours of the third week want more than the small one has: little of a month, and much of a week. */
const hours = Array.from({ length: 30 * 24 }, (_, hour) => (hour >= 450 && hour < 455 ? 1.9 : 0.2));
const vcpu = { kind: 'samples', atMs: 0, stepMs: HOUR_MS, values: hours } as const;
const question: PlanQuestion = {
  simulation: allTold(world([load([], { vcpu })], 28 * DAY_MS)),
  objectives,
  choices: ALL_CHOICES,
  current: null,
  worthwhile: 0.1,
};
const judged = (configuration: Configuration, { simulation }: PlanQuestion = question) => ({
  configuration,
  outcome: evaluate(simulation, configuration),
  isRun: true,
  broken: [],
});
const never = async () => false;
const found = { recommendation: judged(small), current: null };

describe('the stability of a choice', () => {
  test('has the choice of each of the last weeks alone', async () => {
    expect(found.recommendation.outcome.throttledShare).toBeLessThan(0.02);
    expect(await stabilityOf(question, found, [judged(large), judged(small)], never)).toEqual({
      days: 28,
      daysNeeded: 28,
      weeks: [0, 1, 2, 3].map((week) => ({
        fromMs: week * 7 * DAY_MS,
        isSame: week !== 2,
        configuration: week === 2 ? large : small,
      })),
      isWhole: true,
    });
    const alone = await stabilityOf(question, found, [], never);
    expect(alone?.weeks.map(({ configuration }) => configuration)).toEqual([small, small, null, small]);
  });

  test('keeps the current configuration if another saves too little', async () => {
    const current = judged(large);
    const kept = await stabilityOf(
      { ...question, current: large, worthwhile: 0.6 },
      { recommendation: current, current },
      [judged(small)],
      never,
    );
    expect(kept?.weeks.map(({ isSame }) => isSame)).toEqual([true, true, true, true]);
  });

  test('is unknown below four weeks, without a choice, or if it is stopped', async () => {
    const short = { ...question, simulation: world([load([1])], 27 * DAY_MS) };
    const nothing = { daysNeeded: 28, weeks: [] };
    expect(await stabilityOf(short, found, [], never)).toEqual({ ...nothing, days: 27, isWhole: true });
    expect(await stabilityOf(question, { recommendation: null, current: null }, [], never)).toBe(null);
    expect(await stabilityOf(question, found, [], async () => true)).toEqual({
      ...nothing,
      days: 28,
      isWhole: false,
    });
  });
});
