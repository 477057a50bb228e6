import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  arrivals,
  bindProfile,
  createCron,
  createZone,
  cronProblem,
  meanMs,
  type Profile,
  randomStream,
  type Sampled,
  sampler,
} from '../../src/workload/index.ts';

const utc = createZone('UTC');
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

describe('random draws', () => {
  test('of different names and seeds are unrelated', () => {
    const draws = (seed: number, name: string) => {
      const random = randomStream(seed, name);
      return Array.from({ length: 20 }, random);
    };
    expect(draws(1, 'a')).toEqual(draws(1, 'a'));
    expect(draws(1, 'a').some((u) => draws(1, 'b').includes(u) || draws(2, 'a').includes(u))).toBe(false);
  });

  test('are the same one by one as in blocks', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat({ max: 20 })), (seed, lengths) => {
        const [single, filled] = [randomStream(seed, 'a'), randomStream(seed, 'a')];
        for (const length of lengths) {
          const many = new Float64Array(length);
          filled.fill(many);
          expect([...many, filled()]).toEqual(Array.from({ length: length + 1 }, () => single()));
        }
      }),
    );
  });

  test('are uniform: each of twenty bins has its share', () => {
    const random = randomStream(20261120, 'uniform');
    const bins = new Array<number>(20).fill(0);
    for (let i = 0; i < 200_000; i++) {
      const bin = Math.floor(random() * 20);
      bins[bin] = (bins[bin] as number) + 1;
    }
    // The expected count is 10,000 each, with a standard error of 97.
    for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  test.each<Sampled>([
    { kind: 'constant', ms: 30 },
    { kind: 'exponential', meanMs: 30 },
    { kind: 'log-normal', medianMs: 30, p95Ms: 120 },
  ])('of $kind have its mean', (sampled) => {
    const drawn = sampler(sampled, randomStream(20261120, 'mean'));
    let sum = 0;
    for (let i = 0; i < 200_000; i++) sum += drawn.take();
    expect(Math.abs(sum / 200_000 / meanMs(sampled) - 1)).toBeLessThan(0.02);
  });
});

describe('local time', () => {
  const berlin = createZone('Europe/Berlin');

  test('a day has 23 or 25 hours when clocks change', () => {
    const length = (day: string) =>
      (berlin.utcMs(Date.parse(`${day}T00:00Z`) + DAY_MS) - berlin.utcMs(Date.parse(`${day}T00:00Z`))) /
      HOUR_MS;
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(length)).toEqual([24, 23, 25, 24]);
  });

  test('conversion and back gives the same instant, except in the hour that occurs twice', () => {
    const zones = fc
      .constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC')
      .map(createZone);
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
        (zone, utcMs) => {
          const back = zone.utcMs(zone.localMs(utcMs));
          expect(zone.localMs(back)).toBe(zone.localMs(utcMs));
          expect(utcMs - back === 0 || (utcMs - back > 0 && utcMs - back <= 2 * HOUR_MS)).toBe(true);
          expect(zone.offsetUntilMs(utcMs)).toBeGreaterThan(utcMs);
        },
      ),
    );
  });
});

describe('cron in local time', () => {
  const berlin = createZone('Europe/Berlin');
  const runs = (expression: string, from: string, until: string) => {
    const cron = createCron(expression, berlin);
    const times: (string | null)[] = [];
    for (
      let at = cron.nextMs(Date.parse(from) - 1);
      at !== null && at < Date.parse(until);
      at = cron.nextMs(at)
    )
      times.push(iso(at));
    return times;
  };

  test('a job at 02:30 runs at the end of the gap in March, and once in October', () => {
    expect(runs('30 2 * * *', '2026-03-28T00:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(runs('30 2 * * *', '2026-10-24T00:00Z', '2026-10-27T00:00Z')).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('a job of every minute runs 1380 times on the short day and 1500 times on the long one', () => {
    expect(runs('* * * * *', '2026-03-28T23:00Z', '2026-03-29T22:00Z')).toHaveLength(1380);
    expect(runs('* * * * *', '2026-10-24T22:00Z', '2026-10-25T23:00Z')).toHaveLength(1500);
  });

  test('if days of the month and of the week are given, either is enough', () => {
    expect(runs('0 12 13 * 5', '2026-02-01T00:00Z', '2026-03-01T00:00Z')).toEqual([
      '2026-02-06T11:00',
      '2026-02-13T11:00',
      '2026-02-20T11:00',
      '2026-02-27T11:00',
    ]);
    expect(runs('0 12 13 * *', '2026-02-01T00:00Z', '2026-04-01T00:00Z')).toEqual([
      '2026-02-13T11:00',
      '2026-03-13T11:00',
    ]);
  });

  test('an invalid expression says why', () => {
    expect(cronProblem('*/5 * * * *')).toBeNull();
    for (const wrong of ['* * * *', '99 * * * *', '* * L * *', 'H 3 * * *', 'often', ''])
      expect(cronProblem(wrong)).not.toBeNull();
  });
});

describe('profiles', () => {
  const monday = Date.UTC(2026, 2, 2);
  const hours: Profile = {
    kind: 'hours',
    days: [1, 2, 3, 4, 5],
    fromMs: 9 * HOUR_MS,
    toMs: 17 * HOUR_MS,
    inside: 1,
    outside: 0,
  };

  test('office hours are local, also in the week when clocks change', () => {
    const profile = bindProfile(hours, monday, createZone('Europe/Berlin'), 1, 'office');
    const openings: (string | null)[] = [];
    let at = Date.parse('2026-03-26T00:00Z');
    let before = 0;
    while (at < Date.parse('2026-03-31T23:00Z')) {
      const { value, untilMs } = profile(at);
      if (value !== before) openings.push(iso(at));
      before = value;
      at = untilMs;
    }
    expect(openings).toEqual([
      '2026-03-26T08:00',
      '2026-03-26T16:00',
      '2026-03-27T08:00',
      '2026-03-27T16:00',
      '2026-03-30T07:00',
      '2026-03-30T15:00',
      '2026-03-31T07:00',
      '2026-03-31T15:00',
    ]);
  });

  test('a value holds until the end of its stretch', () => {
    const profile: Profile = {
      kind: 'sum',
      of: [
        hours,
        { kind: 'daily', low: 0, high: 2, peakAtMs: 14 * HOUR_MS, weekend: 0.5 },
        { kind: 'steps', steps: [{ atMs: HOUR_MS, value: 3 }] },
      ],
    };
    fc.assert(
      fc.property(
        fc.nat({ max: 10 * DAY_MS }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (offset, place) => {
          const bound = bindProfile(profile, monday, createZone('Europe/Berlin'), 1, 'sum');
          const { value, untilMs } = bound(monday + offset);
          expect(untilMs).toBeGreaterThan(monday + offset);
          const within = Math.floor(
            monday + offset + place * (Math.min(untilMs, monday + 20 * DAY_MS) - monday - offset),
          );
          expect(bound(within).value).toBe(value);
        },
      ),
    );
  });

  test('samples have their times, equal neighbours form one stretch, and unknown ones are zero', () => {
    const values = [Number.NaN, 0, 2, 2, 2, 1, 0, 0];
    const bound = bindProfile(
      { kind: 'samples', atMs: 3000, stepMs: 1000, values },
      monday,
      utc,
      1,
      'samples',
    );
    const stretches: [number, number, number][] = [];
    for (let at = monday; at < Number.POSITIVE_INFINITY; ) {
      const { value, untilMs } = bound(at);
      stretches.push([at - monday, value, untilMs - monday]);
      at = untilMs;
    }
    expect(stretches).toEqual([
      [0, 0, 5000],
      [5000, 2, 8000],
      [8000, 1, 9000],
      [9000, 0, Number.POSITIVE_INFINITY],
    ]);
    expect(bound(monday + 6500).value).toBe(2);
  });

  test('with any step, stretches follow each other and have the values of their samples', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 2 }), { maxLength: 20 }),
        fc.double({ min: 0.1, max: 5000, noNaN: true }),
        fc.integer({ min: -9000, max: 9000 }),
        (values, stepMs, atMs) => {
          const bound = bindProfile({ kind: 'samples', atMs, stepMs, values }, monday, utc, 1, 'samples');
          let at = monday;
          for (let looks = 0; looks < 25 && at < Number.POSITIVE_INFINITY; looks++) {
            const { value, untilMs } = bound(at);
            expect(untilMs).toBeGreaterThan(at);
            const middle = Math.min(untilMs, at + stepMs) / 2 + at / 2;
            expect(value).toBe(values[Math.floor((middle - monday - atMs) / stepMs)] ?? 0);
            at = untilMs;
          }
          expect(at).toBe(Number.POSITIVE_INFINITY);
        },
      ),
    );
  });

  test('noise has mean 1', () => {
    const noisy = bindProfile(
      {
        kind: 'noisy',
        of: { kind: 'constant', value: 2 },
        variation: 0.5,
        everyMs: MINUTE_MS,
        correlation: 0,
      },
      0,
      utc,
      20261120,
      'noise',
    );
    let sum = 0;
    for (let i = 0; i < 100_000; i++) sum += noisy(i * MINUTE_MS).value;
    expect(Math.abs(sum / 200_000 - 1)).toBeLessThan(0.01);
  });
});

describe('arrivals', () => {
  const all = (schedule: Parameters<typeof arrivals>[0], endMs: number) => {
    const drawn = arrivals(schedule, { startMs: 0, endMs }, utc, 20261120, 'test');
    const times: number[] = [];
    for (let at = drawn.take(); at < endMs; at = drawn.take()) times.push(at);
    return times;
  };

  test('at random: as many as the rate says, in ascending order', () => {
    const times = all(
      {
        kind: 'poisson',
        perSecond: {
          kind: 'steps',
          steps: [
            { atMs: 0, value: 2 },
            { atMs: 50_000_000, value: 0 },
            { atMs: 75_000_000, value: 4 },
          ],
        },
      },
      100_000_000,
    );
    expect(Math.abs(times.filter((at) => at < 50_000_000).length / 100_000 - 1)).toBeLessThan(0.015);
    expect(times.filter((at) => at >= 50_000_000 && at < 75_000_000)).toEqual([]);
    expect(Math.abs(times.filter((at) => at >= 75_000_000).length / 100_000 - 1)).toBeLessThan(0.015);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('at random: one draw each, and one more for each stretch that ends first', () => {
    const anySteps = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom(0, 0.01, 0.3, 4)),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(anySteps, (stretches) => {
        let endMs = 0;
        const steps = stretches.map(([ms, value]) => {
          endMs += ms;
          return { atMs: endMs - ms, value };
        });
        const random = randomStream(20261120, 'test/arrivals');
        const expected: number[] = [];
        for (const [i, { atMs, value }] of steps.entries()) {
          if (value === 0) continue;
          const untilMs = steps[i + 1]?.atMs ?? endMs;
          let at = atMs + (-Math.log(random()) * 1000) / value;
          for (; at < untilMs; at += (-Math.log(random()) * 1000) / value) expected.push(Math.round(at));
        }
        const rate = { kind: 'steps', steps } as const;
        expect(all({ kind: 'poisson', perSecond: rate }, endMs)).toEqual(expected.filter((at) => at < endMs));
      }),
    );
  });

  test('in bursts: with the mean length, in order', () => {
    const times = all(
      { kind: 'bursty', burstsPerSecond: { kind: 'constant', value: 0.01 }, meanBurst: 12, gapMs: 50 },
      400_000_000,
    );
    expect(Math.abs(times.length / 48_000 - 1)).toBeLessThan(0.06);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('in bursts: all draws come from one stream, in the order of use', () => {
    const [perSecond, meanBurst, gapMs, endMs] = [0.2, 5, 800, HOUR_MS];
    const random = randomStream(20261120, 'test/arrivals');
    const expected: number[] = [];
    let [startMs, at] = [0, 0];
    for (;;) {
      startMs += (-Math.log(random()) * 1000) / perSecond;
      at = Math.max(at, startMs);
      if (at >= endMs) break;
      expected.push(Math.round(at));
      let left = 0;
      while (random() < 1 - 1 / meanBurst) left++;
      for (; left > 0; left--) {
        at += -Math.log(random()) * gapMs;
        expected.push(Math.round(at));
      }
    }
    const rate = { kind: 'constant', value: perSecond } as const;
    const times = all({ kind: 'bursty', burstsPerSecond: rate, meanBurst, gapMs }, endMs);
    expect(times.length).toBeGreaterThan(1000);
    expect(times).toEqual(
      expected.slice(
        0,
        [...expected, endMs].findIndex((at) => at >= endMs),
      ),
    );
  });

  test('a rate of zero ends the search', () => {
    const nothing: Profile = {
      kind: 'hours',
      days: [1],
      fromMs: 0,
      toMs: HOUR_MS,
      inside: 0,
      outside: 1e-300,
    };
    expect(all({ kind: 'poisson', perSecond: nothing }, 30 * DAY_MS)).toEqual([]);
  });
});
