import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costMicros, DAY_MS, factSet, HOUR_MS, MICROS, type PlanName } from '../../src/facts/index.ts';
import {
  type ActivityOverTime,
  billLines,
  type KnownUse,
  type MeteredSeries,
  meteredMonth,
  meteredWithin,
  NOTHING_STATED,
  projectBill,
  repeatable,
  type StatedUse,
  statedMonth,
  type Terms,
} from '../../src/planner/index.ts';

const GB = 1e9;
const HOURS = 744;
const START = Date.UTC(2026, 9);
const MONTH_MS = HOURS * HOUR_MS;
const termsOf = (facts: 'spec' | '2026-08' | '2026-11', plan: PlanName): Terms => ({
  facts: factSet(facts),
  plan,
  prices: factSet(facts).prices.value,
});
const LAUNCH = termsOf('2026-11', 'launch');
const SCALE = termsOf('2026-11', 'scale');
const paidPlan = fc.constantFrom<PlanName>('launch', 'scale');

const series = (line: MeteredSeries['line'], values: readonly number[], stepMs = DAY_MS): MeteredSeries => ({
  line,
  project: 'p',
  spans: values.map((value, i) => ({ fromMs: START + i * stepMs, untilMs: START + (i + 1) * stepMs, value })),
});
const metered = (all: readonly MeteredSeries[], terms: Terms) =>
  billLines(meteredMonth(meteredWithin(all, START, START + MONTH_MS), terms, MONTH_MS), terms);
const amounts = (lines: ReturnType<typeof billLines>) =>
  Object.fromEntries(lines.map(({ line, known }) => [line, known?.micros ?? null]));

/** The examples of the page usage-calculations of the public documentation, of 2026-05-28. */
describe('the worked examples of the documentation', () => {
  test('500,000 CU-seconds on scale are $30.83', () => {
    expect(costMicros(500_000n, 3600n, 222_000) / MICROS).toBeCloseTo(30.83, 2);
  });

  test('2,500,000,000,000 byte-hours are 3.36 GB-months and $1.18', () => {
    const [line] = metered([series('storage', [2.5e12], MONTH_MS)], SCALE);
    expect(line?.known?.quantity).toBeCloseTo(3.36, 2);
    expect((line?.known?.micros ?? 0) / MICROS).toBeCloseTo(1.18, 2);
  });

  test('2 GB for a month of 31 days are 2 GB-months and $0.70', () => {
    const byDay = metered([series('storage', new Array(31).fill(2 * GB * 24))], LAUNCH);
    expect(amounts(byDay)).toEqual({ storage: 700_000 });
    expect(
      amounts(billLines(statedMonth({ ...NOTHING_STATED, storageBytes: 2 * GB }, LAUNCH), LAUNCH)),
    ).toEqual({ storage: 700_000 });
  });

  test('12 child branches on launch for a day are 72 branch-hours beyond the included ones, $0.15', () => {
    const days = [288, ...new Array(30).fill(0)];
    const [line] = metered([series('branches', days)], LAUNCH);
    expect(line?.known).toEqual({
      quantity: 288 / 744,
      included: expect.closeTo(216 / 744, 12),
      microsPerUnit: 1_500_000,
      micros: Math.round((72 / 744) * 1_500_000),
    });
  });
});

/** Whole numbers of MB, and of hours, so that a sum over hours is exact. */
const megabytes = (most: number) => fc.integer({ min: 0, max: most }).map((mb) => mb * 1e6);
const anyUse: fc.Arbitrary<StatedUse> = fc.record({
  storageBytes: megabytes(2_000_000),
  growthBytes: megabytes(50_000),
  branches: fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 30 }),
      changesBytes: megabytes(20_000),
      sizeBytes: fc.option(megabytes(20_000)),
      lastsMs: fc.option(fc.integer({ min: 1, max: 900 }).map((hours) => hours * HOUR_MS)),
    }),
    { maxLength: 4 },
  ),
  historyBytes: fc.constant(null),
  writtenBytesPerDay: megabytes(5000),
  restoreWindowMs: fc.option(fc.integer({ min: 1, max: 720 }).map((hours) => hours * HOUR_MS)),
  snapshotBytes: megabytes(100_000),
  transferBytes: megabytes(3_000_000),
  transferBy: fc.constant([]),
  privateTransferBytes: megabytes(3_000_000),
});

/** What exists in each hour of the month, counted one hour after the other. */
function byHour(use: StatedUse) {
  return Array.from({ length: HOURS }, (_, hour) => {
    const alive = use.branches.filter(({ lastsMs }) => lastsMs === null || hour * HOUR_MS < lastsMs);
    const count = alive.reduce((sum, one) => sum + one.count, 0);
    return {
      // An even growth is at its mean in the middle of the hour. Doubled, it is a whole number of 744ths.
      rootTwiceHours: 2 * HOURS * (use.storageBytes ?? 0) + use.growthBytes * (2 * hour + 1),
      childBytes: alive.reduce(
        (sum, one) => sum + one.count * Math.min(one.changesBytes, one.sizeBytes ?? use.storageBytes ?? 0),
        0,
      ),
      count,
    };
  });
}

describe('a stated month', () => {
  test('has the bill of its hours, counted one by one', () => {
    fc.assert(
      fc.property(anyUse, paidPlan, (use, plan) => {
        const terms = termsOf('2026-11', plan);
        const hours = byHour(use);
        const included = { launch: 10, scale: 25, free: 10 }[plan];
        const sum = (of: (hour: (typeof hours)[number]) => number) =>
          hours.reduce((total, hour) => total + BigInt(of(hour)), 0n);
        const windowMs = use.restoreWindowMs ?? DAY_MS;
        const gb = BigInt(GB);
        const expected = {
          storage: costMicros(
            sum((hour) => hour.rootTwiceHours),
            2n * BigInt(HOURS * HOURS) * gb,
            350_000,
          ),
          ...(use.branches.length === 0
            ? {}
            : {
                branchStorage: costMicros(
                  sum((hour) => hour.childBytes),
                  BigInt(HOURS) * gb,
                  350_000,
                ),
                branches: costMicros(
                  // The root branch is one of the included branches.
                  sum((hour) => Math.max(0, hour.count + 1 - included)),
                  BigInt(HOURS),
                  1_500_000,
                ),
              }),
          restoreHistory: costMicros(
            BigInt(use.writtenBytesPerDay ?? 0) * BigInt(windowMs / HOUR_MS),
            24n * gb,
            200_000,
          ),
          snapshots: costMicros(BigInt(use.snapshotBytes ?? 0), gb, 90_000),
          transfer: costMicros(BigInt(Math.max(0, (use.transferBytes ?? 0) - 500 * GB)), gb, 100_000),
          privateTransfer:
            plan === 'scale' ? costMicros(BigInt(use.privateTransferBytes ?? 0), gb, 10_000) : null,
        };
        expect(amounts(billLines(statedMonth(use, terms), terms))).toEqual(expected);
      }),
    );
  });

  test('has the bill of the consumption history that the service would have of it', () => {
    fc.assert(
      fc.property(anyUse, paidPlan, fc.constantFrom(1, 24, 744), (use, plan, step) => {
        const terms = termsOf('2026-11', plan);
        const even = {
          ...use,
          growthBytes: 0,
          branches: use.branches.map((one) => ({ ...one, lastsMs: null })),
        };
        const hours = byHour(even);
        const inSteps = (of: (hour: (typeof hours)[number]) => number) =>
          Array.from({ length: HOURS / step }, (_, i) =>
            hours.slice(i * step, (i + 1) * step).reduce((sum, hour) => sum + of(hour), 0),
          );
        const once = (bytes: number | null) => [bytes ?? 0, ...new Array(HOURS / step - 1).fill(0)];
        const stepMs = step * HOUR_MS;
        const records = [
          series(
            'storage',
            inSteps(() => even.storageBytes ?? 0),
            stepMs,
          ),
          series(
            'snapshots',
            inSteps(() => even.snapshotBytes ?? 0),
            stepMs,
          ),
          series('transfer', once(even.transferBytes), stepMs),
          series('privateTransfer', once(even.privateTransferBytes), stepMs),
          ...(even.branches.length === 0
            ? []
            : [
                series(
                  'branchStorage',
                  inSteps(({ childBytes }) => childBytes),
                  stepMs,
                ),
                series(
                  'branches',
                  inSteps(({ count }) => count),
                  stepMs,
                ),
              ]),
        ];
        const { restoreHistory: _, ...stated } = amounts(billLines(statedMonth(even, terms), terms));
        expect(amounts(metered(records, terms))).toEqual(stated);
      }),
      { numRuns: 60 },
    );
  });

  test('costs nothing on the free plan', () => {
    fc.assert(
      fc.property(anyUse, (use) => {
        const terms = termsOf('2026-11', 'free');
        const lines = amounts(billLines(statedMonth(use, terms), terms));
        expect(Object.values(lines).filter((micros) => micros !== 0 && micros !== null)).toEqual([]);
      }),
    );
  });

  test('says which line the fact set does not state, and never takes it from a newer set', () => {
    const use: StatedUse = {
      ...NOTHING_STATED,
      storageBytes: 20 * GB,
      branches: [{ count: 1, changesBytes: GB, sizeBytes: null, lastsMs: null }],
      writtenBytesPerDay: GB,
      snapshotBytes: GB,
      transferBytes: 150 * GB,
      privateTransferBytes: GB,
    };
    for (const facts of ['spec', '2026-08'] as const) {
      const terms = termsOf(facts, 'launch');
      expect(
        billLines(statedMonth(use, terms), terms).map(({ line, known, unknown }) => [
          line,
          known?.micros ?? unknown,
        ]),
      ).toEqual([
        ['storage', 7_000_000],
        ['branchStorage', { kind: 'fact', fact: 'storageRule' }],
        ['restoreHistory', { kind: 'fact', fact: 'restoreWindow' }],
        ['snapshots', { kind: 'fact', fact: 'snapshots' }],
        ['branches', { kind: 'fact', fact: 'branches' }],
        ['transfer', 5_000_000],
        ['privateTransfer', { kind: 'fact', fact: 'privateTransfer' }],
      ]);
    }
    const records = [series('storage', [GB * 24]), series('transfer', [GB])];
    expect(metered(records, termsOf('2026-08', 'launch')).map(({ unknown }) => unknown)).toEqual([
      { kind: 'fact', fact: 'storageRule' },
      { kind: 'fact', fact: 'storageRule' },
    ]);
  });

  test('has no price for snapshots if the price list is in another currency than the facts', () => {
    const terms = { ...SCALE, prices: { ...SCALE.prices, currency: 'EUR' } };
    const use = { ...NOTHING_STATED, snapshotBytes: GB, privateTransferBytes: GB };
    expect(billLines(statedMonth(use, terms), terms).map(({ unknown }) => unknown)).toEqual([
      { kind: 'currency', currency: 'USD' },
      { kind: 'currency', currency: 'USD' },
    ]);
  });
});

describe('metered use', () => {
  test('takes the included transfer off for each project', () => {
    const project = (name: string, gb: number) => ({
      ...series('transfer', [gb * GB], MONTH_MS),
      project: name,
    });
    expect(amounts(metered([project('a', 700), project('b', 450)], LAUNCH))).toEqual({
      transfer: 20_000_000,
    });
  });

  test('is projected to a whole month', () => {
    const week = meteredWithin([series('storage', new Array(7).fill(GB * 24))], START, START + MONTH_MS);
    expect(week.coveredMs).toBe(7 * DAY_MS);
    expect(amounts(billLines(meteredMonth(week, LAUNCH, MONTH_MS), LAUNCH))).toEqual({ storage: 350_000 });
  });

  test('goes before what a scenario states, and after what the question states', () => {
    const known: KnownUse = {
      stated: { ...NOTHING_STATED, storageBytes: 10 * GB, transferBytes: 600 * GB, snapshotBytes: GB },
      metered: [
        series('storage', new Array(31).fill(20 * GB * 24)),
        series('transfer', [700 * GB], MONTH_MS),
      ],
      asked: { transferBytes: 800 * GB },
    };
    const bill = projectBill(known, LAUNCH, START, null);
    expect(bill?.lines.map(({ line, source, known: one }) => [line, source, one?.quantity])).toEqual([
      ['storage', 'metered', 20],
      ['snapshots', 'stated', 1],
      ['transfer', 'stated', 800],
    ]);
  });

  test('gives no bill if only compute is known', () => {
    const known = { stated: null, metered: [series('compute', [3600])], asked: {} };
    expect(projectBill(known, LAUNCH, START, null)).toBe(null);
  });
});

const FREE = termsOf('2026-11', 'free');
const quotasOf = (use: Partial<StatedUse>, startMs: number, activity: ActivityOverTime | null) =>
  projectBill({ stated: null, metered: [], asked: use }, FREE, startMs, activity)?.quotas ?? [];

describe('quotas of the free plan', () => {
  const anyActivity: fc.Arbitrary<ActivityOverTime> = fc.record({
    startMs: fc.integer({ min: 0, max: 5000 }).map((minutes) => START + minutes * 60_000),
    stepMs: fc.constantFrom(HOUR_MS, HOUR_MS / 4),
    weights: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 200 }),
  });

  test('are passed when the transfer so far is above 5 GB, counted minute by minute', () => {
    fc.assert(
      fc.property(
        anyActivity,
        fc.integer({ min: 5_000_000_001, max: 30 * GB }),
        (activity, transferBytes) => {
          const [quota] = quotasOf({ transferBytes }, START + DAY_MS, activity);
          const { startMs, stepMs, weights } = activity;
          const cycle = weights.length;
          const isIdle = weights.every((weight) => weight === 0);
          const rateAt = (atMs: number) => {
            const step = Math.floor((atMs - startMs) / stepMs) % cycle;
            return isIdle ? 1 : (weights[step < 0 ? step + cycle : step] as number);
          };
          const minutes = Array.from({ length: MONTH_MS / 60_000 }, (_, i) => rateAt(START + i * 60_000));
          const all = minutes.reduce((sum, rate) => sum + rate, 0);
          let [left, at] = [(all * 5 * GB) / transferBytes, 0];
          while (left > (minutes[at] as number)) left -= minutes[at++] as number;
          // The search for the minute adds fractions, so its last one may be the neighbour.
          expect(Math.abs((quota?.passedAtMs ?? 0) - (START + at * 60_000))).toBeLessThanOrEqual(
            120_000 + pauseAfter(minutes, at),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  /** If the limit is met exactly where a pause begins, both ends of the pause are right. */
  function pauseAfter(minutes: readonly number[], at: number): number {
    let end = at + 1;
    while (end < minutes.length && minutes[end] === 0) end++;
    let begin = at - 1;
    while (begin > 0 && minutes[begin] === 0) begin--;
    return (end - begin - 2) * 60_000;
  }

  test('are met up to the limit itself', () => {
    expect(quotasOf({ transferBytes: 5 * GB }, START, null)).toEqual([
      { quota: 'transfer', limitGb: 5, usedGb: 5, passedAtMs: null },
    ]);
    expect(quotasOf({ transferBytes: 10 * GB }, START, null)[0]?.passedAtMs).toBe(START + MONTH_MS / 2);
  });

  test('are passed by storage when the size of all branches is above 0.5 GB, counted hour by hour', () => {
    const anySize = fc.record({
      storageBytes: megabytes(700),
      growthBytes: megabytes(700),
      branches: fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 3 }),
          changesBytes: megabytes(10),
          sizeBytes: fc.option(megabytes(100)),
          lastsMs: fc.constant(null),
        }),
        { maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(anySize, (use) => {
        const sizeAt = (hour: number) =>
          use.branches.reduce(
            (sum, one) => sum + one.count * (one.sizeBytes ?? use.storageBytes),
            use.storageBytes + (use.growthBytes * hour) / HOURS,
          );
        const hour = Array.from({ length: HOURS + 1 }, (_, i) => i).find((i) => sizeAt(i) > 0.5 * GB);
        const [quota] = quotasOf(use, START, null);
        expect(quota?.passedAtMs === null).toBe(hour === undefined);
        if (quota?.passedAtMs != null && hour !== undefined)
          expect(Math.abs(quota.passedAtMs - (START + hour * HOUR_MS))).toBeLessThanOrEqual(HOUR_MS);
      }),
    );
  });

  test('do not exist on paid plans, or in fact sets that do not state them', () => {
    const use = { storageBytes: 900 * GB, transferBytes: 900 * GB };
    const bill = (terms: Terms) => projectBill({ stated: null, metered: [], asked: use }, terms, START, null);
    expect(bill(SCALE)?.quotas).toEqual([]);
    expect(bill(termsOf('2026-08', 'free'))?.quotas).toEqual([]);
  });

  test('see whole weeks of a run that is repeated', () => {
    const hours = (count: number) => ({ startMs: START, stepMs: HOUR_MS, weights: new Array(count).fill(1) });
    expect([5, 24, 30, 168, 200, 340].map((count) => repeatable(hours(count)).weights.length)).toEqual([
      5, 24, 24, 168, 168, 336,
    ]);
  });
});
