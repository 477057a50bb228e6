import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import {
  type ActiveStretch,
  activityOf,
  comparePolicies,
  fixedTimeout,
  HYBRID,
  hybridHistogram,
  lived,
  nextOf,
  type Policy,
  type PolicyWorld,
  REFERENCE_MS,
  type SleepDecision,
  together,
  weeklySchedule,
} from '../../src/planner/index.ts';
import { EVENT, Run } from '../../src/simulator/index.ts';
import { createZone } from '../../src/workload/index.ts';
import { anyWorld, load, world as simulationOf } from './worlds.ts';

const MONDAY = Date.UTC(2026, 2, 2);
const weekly = weeklySchedule(MONDAY, createZone('UTC'), 5 * MINUTE_MS);
const minutes = (...pairs: readonly (readonly [number, number])[]): ActiveStretch[] =>
  pairs.map(([from, until]) => ({ fromMs: from * MINUTE_MS, untilMs: until * MINUTE_MS }));

/** The knowledge of the hybrid histogram after pauses of so many minutes. */
const knowing = (pauses: readonly number[]) =>
  pauses.reduce(
    (known, pause) => hybridHistogram.learn(known, { fromMs: 0, untilMs: 0 }, pause * MINUTE_MS),
    hybridHistogram.nothing,
  );
const ASKED = { sinceMs: 0, nowMs: MINUTE_MS, isPreWake: false };
const decisionAfter = (pauses: readonly number[]) => hybridHistogram.decide(knowing(pauses), ASKED);

const advance = async (run: Run) => run.advance(run.simulation.horizonMs);

describe('the hybrid histogram', () => {
  test('wakes before most pauses end, and stays awake until nearly all have', () => {
    // Of 20 pauses one is in bin 8, eighteen in bin 10, one in bin 30. Their counts have the mean 20 / 240 and the
    // deviation sqrt((18^2 + 1 + 1 - 20^2 / 240) / 239) = 1.165, which is 13.98 times the mean: representative.
    // The 5th percentile is the first of them, bin 8; the 99th lies beyond 19 of 20, in bin 30.
    const known = knowing([8.5, ...Array.from({ length: 18 }, () => 10.2), 30.9]);
    const wakeAtMs = 0.9 * 8 * MINUTE_MS;
    expect(hybridHistogram.decide(known, ASKED)).toEqual({
      keepUntilMs: MINUTE_MS,
      wakeAtMs,
      why: 'regular',
    });
    expect(hybridHistogram.decide(known, { sinceMs: 0, nowMs: wakeAtMs, isPreWake: true })).toEqual({
      keepUntilMs: wakeAtMs + 1.1 * (30 + 1) * MINUTE_MS,
      wakeAtMs: null,
      why: 'regular',
    });
  });

  test('does not sleep before a wake that would come at once', () => {
    // The wake for bin 1 would be 0.9 minutes after the activity, before a pause begins after one minute.
    expect(decisionAfter([1.5])).toEqual({
      keepUntilMs: Math.round((0.9 + 1.1 * 2) * MINUTE_MS),
      wakeAtMs: null,
      why: 'regular',
    });
  });

  test('stays awake for the whole range while pauses are unknown, or spread over a quarter of the bins', () => {
    // 60 bins of one each: sqrt((60 - 60^2 / 240) / 239) / (60 / 240) = 1.74, below 2; with 46 it is 2.06.
    const spread = (count: number) => Array.from({ length: count }, (_, i) => 2 * i + 1.5);
    const whole: SleepDecision = { keepUntilMs: 240 * MINUTE_MS, wakeAtMs: null, why: 'irregular' };
    expect([decisionAfter([]), decisionAfter(spread(60)), decisionAfter(spread(46)).why]).toEqual([
      whole,
      whole,
      'regular',
    ]);
  });

  test('predicts the next pause if half of the pauses are beyond the bins', () => {
    const known = knowing([300, 60, 300, 300, 60, 300]);
    const nextMs = nextOf([300, 60, 300, 300, 60, 300]) * MINUTE_MS;
    const wakeAtMs = Math.round(0.85 * nextMs);
    expect(hybridHistogram.decide(known, ASKED)).toEqual({ keepUntilMs: MINUTE_MS, wakeAtMs, why: 'long' });
    const again = hybridHistogram.decide(known, { sinceMs: 0, nowMs: wakeAtMs, isPreWake: true });
    expect(again).toEqual({ keepUntilMs: wakeAtMs + Math.round(0.3 * nextMs), wakeAtMs: null, why: 'long' });
    expect([decisionAfter([300, 60]).why, decisionAfter([300, 60, 60]).why]).toEqual(['long', 'regular']);
  });

  test('predicts by the mean and a share of the last distance from it', () => {
    // Mean 2, distances -1, 1, -1, 1: products of neighbours -3 over squares 4, so three quarters of 1 the other way.
    expect([nextOf([7]), nextOf([1, 3]), nextOf([1, 3, 1, 3]), nextOf([5, 5, 5])]).toEqual([7, 2, 1.25, 5]);
  });
});

test('docs/policies.md has the constants of the hybrid histogram', () => {
  const page = readFileSync(new URL('../../docs/policies.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  const { binMs, bins, leastVariation, mostBeyond, head, tail, margin, seriesMargin } = HYBRID;
  expect([binMs, mostBeyond]).toEqual([MINUTE_MS, 1 / 2]);
  for (const words of [
    `in ${bins} bins of a minute`,
    `coefficient of variation ${leastVariation} or more`,
    `${1 - margin} times their ${100 * head}th percentile`,
    `${1 + margin} times (their ${100 * tail}th percentile plus a minute)`,
    `${(bins * binMs) / MINUTE_MS} minutes |`,
    `${1 - seriesMargin} times the predicted pause`,
    `${2 * seriesMargin} times the predicted pause`,
  ])
    expect(page).toContain(words);
});

describe('a compute under a policy', () => {
  const around: PolicyWorld = {
    activities: minutes([10, 12], [40, 41]),
    horizonMs: HOUR_MS,
    startMs: 300,
  };
  /** Wakes so many minutes after the last activity, for five. */
  const waking = (wake: number): Policy<null> => ({
    nothing: null,
    learn: () => null,
    decide: (_, { sinceMs, nowMs, isPreWake }) => ({
      keepUntilMs: isPreWake ? nowMs + 5 * MINUTE_MS : nowMs,
      wakeAtMs: isPreWake ? null : sinceMs + wake * MINUTE_MS,
      why: 'timeout',
    }),
  });
  const figures = <Known>(policy: Policy<Known>) => {
    const { awakeMs, coldStarts, preWakes, uselessPreWakes, arrivals } = lived(policy, around);
    return [awakeMs / MINUTE_MS, coldStarts, arrivals, preWakes, uselessPreWakes];
  };

  test.each([
    ['a timeout', fixedTimeout(5 * MINUTE_MS), [5 + 2 + 5 + 1 + 5, 2, 2, 0, 0]],
    [
      'who comes as it would sleep is first',
      fixedTimeout(10 * MINUTE_MS),
      [10 + 2 + 10 + 1 + 10, 1, 2, 0, 0],
    ],
    ['it never sleeps', fixedTimeout(null), [60, 0, 2, 0, 0]],
    ['nobody comes to a wake', waking(20), [1 + 2 + 1 + 5 + 1 + 1, 2, 2, 1, 1]],
    ['somebody comes to a wake', waking(15), [1 + 2 + 1 + 5 + 1 + 1 + 4, 2, 2, 2, 1]],
    ['it is awake when they come', waking(8), [1 + 2 + 2 + 1 + 5 + 1 + 1 + 5, 1, 2, 3, 2]],
  ])('%s', (_, policy, expected) => expect(figures(policy)).toEqual(expected));

  test('lets a client that arrives during a start wait too', () => {
    const policy = (beforeMs: number) => waking(10 - beforeMs / MINUTE_MS);
    const once = { ...around, activities: minutes([10, 12]) };
    expect([299, 300].map((ms) => lived(policy(ms), once).coldStarts)).toEqual([1, 0]);
  });
});

describe('a weekly schedule', () => {
  // Four weeks of Monday to Friday, from 9:05 to 16:50.
  const days = Array.from({ length: 28 }, (_, day) => day).filter((day) => day % 7 < 5);
  const around: PolicyWorld = {
    activities: days.map((day) => ({
      fromMs: day * DAY_MS + 9 * HOUR_MS + 5 * MINUTE_MS,
      untilMs: day * DAY_MS + 16 * HOUR_MS + 50 * MINUTE_MS,
    })),
    horizonMs: 28 * DAY_MS,
    startMs: 300,
  };

  test('uses its timeout for a week, and then is awake from a minute before the busy hours', () => {
    const result = lived(weekly, around);
    // A timeout of five minutes after the start and in the first week. The Monday after it is met in a sleep that had
    // begun before, and ends at 17:00; the other days are awake from 8:59 to 17:00.
    const awake = 5 + 5 * (465 + 5) + (465 + 10) + 14 * 481;
    expect({ ...result, awakeMs: result.awakeMs / MINUTE_MS }).toEqual({
      arrivals: 20,
      coldStarts: 6,
      preWakes: 14,
      uselessPreWakes: 0,
      awakeMs: awake,
      decisions: { learning: 6, busyHour: 14 + 15 },
    });
  });

  test('sleeps after a busy hour without clients, and follows the schedule the next day', () => {
    const holiday = 15;
    const activities = around.activities.filter(({ fromMs }) => Math.floor(fromMs / DAY_MS) !== holiday);
    const [usual, without] = [lived(weekly, around), lived(weekly, { ...around, activities })];
    expect([without.coldStarts, without.preWakes, without.uselessPreWakes]).toEqual([6, 14, 1]);
    expect((usual.awakeMs - without.awakeMs) / MINUTE_MS).toBe(481 - 61);
  });
});

describe('the knowledge of a policy', () => {
  const pauses = fc.array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 200 })), {
    minLength: 2,
    maxLength: 60,
  });
  const activitiesOf = (parts: readonly (readonly [number, number])[]): ActiveStretch[] => {
    let atMs = 0;
    return parts.map(([pause, length]) => {
      const fromMs = atMs + pause * MINUTE_MS;
      atMs = fromMs + length * MINUTE_MS;
      return { fromMs, untilMs: atMs };
    });
  };
  const decisions = <Known>(policy: Policy<Known>, activities: readonly ActiveStretch[], untilMs: number) => {
    const made: [SleepDecision, number][] = [];
    const horizonMs = (activities.at(-1)?.untilMs ?? 0) + DAY_MS;
    lived(policy, { activities, horizonMs, startMs: 0 }, (...one) => made.push(one));
    return made.filter(([, atMs]) => atMs < untilMs);
  };

  test('is of the past only: another future changes no earlier decision', () => {
    fc.assert(
      fc.property(pauses, pauses, fc.nat(), (past, future, at) => {
        const kept = past.slice(0, at % past.length);
        const one = activitiesOf(past);
        const other = activitiesOf([...kept, ...future]);
        const untilMs = Math.min(...[one, other].map((all) => all[kept.length]?.fromMs ?? 0));
        for (const policy of [hybridHistogram, weekly] as const) {
          const decide = (all: readonly ActiveStretch[]) =>
            decisions<never>(policy as Policy<never>, all, untilMs);
          expect(decide(one)).toEqual(decide(other));
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** A start, the work queued meanwhile, the check that finds the compute inactive, and a suspend. */
const SLACK_MS = 8 * SECOND_MS;

describe('a fixed timeout', () => {
  test('has as many wakes and as much time awake as in the engine, except for starts and idle checks', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.constantFrom(2, 5, 10), async (simulation, timeout) => {
        const [any] = simulation.computes as [(typeof simulation.computes)[number]];
        // The size is large enough: a queue depends on the size, and so on the sleep before.
        const compute = { ...any, size: { minCu: 8, maxCu: 8 } };
        const activities = await activityOf(simulation, compute, advance);
        const suspendAfterMs = timeout * MINUTE_MS;
        const ends = [{ untilMs: 0 }, ...activities];
        const gaps = activities.map(({ fromMs }, i) => fromMs - (ends[i] as ActiveStretch).untilMs);
        // If a pause is as long as the timeout, the start decides which of them ends first.
        fc.pre(gaps.every((ms) => Math.abs(ms - suspendAfterMs) > SLACK_MS));
        const { horizonMs } = simulation;
        const run = new Run({ ...simulation, computes: [{ ...compute, suspendAfterMs }] });
        run.advance(horizonMs);
        const [only] = run.computes as [Run['computes'][number]];
        const life = lived(fixedTimeout(suspendAfterMs), { activities, horizonMs, startMs: 0 });
        expect(life.coldStarts).toBe(only.counted(EVENT.wake));
        const apart = Math.abs(life.awakeMs - only.meter.awakeMsAt(horizonMs));
        expect(apart).toBeLessThan((life.coldStarts + 2) * SLACK_MS);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a comparison', async () => {
  const values = Array.from({ length: 360 }, (_, minute) => (minute % 60 < 10 ? 0.2 : 0));
  const simulation = simulationOf([load(values)]);
  const [compute] = simulation.computes as [(typeof simulation.computes)[number]];
  const one = await comparePolicies(simulation, compute, [5 * MINUTE_MS], advance);

  test('has timeouts, no timeout, and policies that learn; only the first two are sold, and cost the same as in the engine', () => {
    expect(one.policies.map(({ kind, suspendAfterMs, isSold }) => [kind, suspendAfterMs, isSold])).toEqual([
      ['fixed timeout', 5 * MINUTE_MS, true],
      ['fixed timeout', REFERENCE_MS, true],
      ['off', null, true],
      ['hybrid histogram', null, false],
      ['weekly schedule', null, false],
    ]);
    for (const { suspendAfterMs, cuHours, isSold } of one.policies.filter(({ isSold }) => isSold)) {
      const run = new Run({ ...simulation, computes: [{ ...compute, suspendAfterMs }] });
      run.advance(simulation.horizonMs);
      const [only] = run.computes as [Run['computes'][number]];
      expect([isSold, cuHours]).toEqual([
        true,
        only.meter.quarterCuMsAt(simulation.horizonMs) / (4 * HOUR_MS),
      ]);
    }
    expect(one.policies.map(({ awakeNormalised }) => awakeNormalised)[1]).toBe(1);
  });

  test('of several computes adds up, and has the 75th percentile of their cold shares', async () => {
    const still = { ...compute, demand: [load([0.2])] };
    const quiet = await comparePolicies(simulation, still, [5 * MINUTE_MS], advance);
    const [total] = together([one, quiet, one]);
    const [single] = one.policies;
    expect(total).toMatchObject({
      arrivals: 2 * (single?.arrivals ?? 0),
      coldStarts: 2 * (single?.coldStarts ?? 0),
      coldShare: 1,
      coldShareP75: 1,
    });
    const [first] = one.policies as [(typeof one.policies)[number]];
    const sharing = (coldShare: number | null) => ({ ...one, policies: [{ ...first, coldShare }] });
    const p75 = (...shares: readonly (number | null)[]) => together(shares.map(sharing))[0]?.coldShareP75;
    expect([p75(0.4, 0.1, 0.3, 0.2), p75(0.1, 0.9), p75(null, 0.5), p75(null)]).toEqual([
      0.3,
      0.9,
      0.5,
      null,
    ]);
  });
});
