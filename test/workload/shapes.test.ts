import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  bindProfile,
  createZone,
  FITTED_SHARES,
  type FittedProfile,
  meanMs,
  type Profile,
  randomStream,
  type Sampled,
  sampler,
} from '../../src/workload/index.ts';

const monday = Date.UTC(2026, 2, 2);
const utc = createZone('UTC');
const bind = (profile: Profile, zone = utc, seed = 20261121) =>
  bindProfile(profile, monday, zone, seed, 'test');

/** Mean and mean square over time, from the stretches of a profile. */
function moments(profile: Profile, untilMs: number, seed?: number) {
  const bound = bind(profile, utc, seed);
  let [sum, squares] = [0, 0];
  for (let at = 0; at < untilMs; ) {
    const { value, untilMs: endMs } = bound(monday + at);
    const nextMs = Math.min(untilMs, endMs - monday);
    // An `expect` for each of a million stretches would take most of the time.
    if (!(nextMs > at)) throw new Error(`the stretch at ${at} does not go on`);
    sum += value * (nextMs - at);
    squares += value * value * (nextMs - at);
    at = nextMs;
  }
  const mean = sum / untilMs;
  return { mean, variance: squares / untilMs - mean * mean };
}

function within(value: number, expected: number, share: number) {
  expect(Math.abs(value / expected - 1), `${value}, expected ${expected}`).toBeLessThan(share);
}

describe('a weekly profile', () => {
  const hours = Array.from({ length: 168 }, (_, i) => i);

  test('has a value for each hour of the week, starting with Sunday', () => {
    const bound = bind({ kind: 'weekly', hours });
    const week = hours.map((i) => bound(monday + i * HOUR_MS + 59 * MINUTE_MS).value);
    expect(week).toEqual(hours.map((i) => (i + 24) % 168));
    expect(bound(monday)).toEqual({ value: 24, untilMs: monday + HOUR_MS });
  });

  test('has local hours: one is skipped in March, and one occurs twice in October', () => {
    const berlin = createZone('Europe/Berlin');
    const sunday = (date: string, count: number) => {
      const bound = bind({ kind: 'weekly', hours }, berlin);
      return Array.from({ length: count }, (_, i) => bound(Date.parse(`${date}T23:00Z`) + i * HOUR_MS).value);
    };
    expect(sunday('2026-03-28', 4)).toEqual([0, 1, 3, 4]);
    expect(sunday('2026-10-24', 5)).toEqual([1, 2, 2, 3, 4]);
  });
});

describe('growth', () => {
  test('is compound: 8% a month of 31 days', () => {
    const bound = bind({ kind: 'growth', perMonth: 0.08 });
    expect(bound(monday + HOUR_MS)).toEqual({ value: 1, untilMs: monday + DAY_MS });
    expect(bound(monday + 31 * DAY_MS).value).toBeCloseTo(1.08, 12);
    expect(bound(monday + 62 * DAY_MS).value).toBeCloseTo(1.08 ** 2, 12);
  });
});

describe('flash crowds', () => {
  const times = { riseMs: 12 * MINUTE_MS, holdMs: HOUR_MS, decayMs: 30 * MINUTE_MS };
  const crowd = (at: Extract<Profile, { kind: 'crowd' }>['at']): Profile => ({
    kind: 'crowd',
    peak: 4,
    at,
    ...times,
  });
  /** The total of a crowd: half of the rise, the hold, and the sum of seven halvings. */
  const halving = (power: number) => (1 - 2 ** (-7 * power)) / (power * Math.LN2);
  const area = 4 * (times.riseMs / 2 + times.holdMs + times.decayMs * halving(1));
  const squared = 16 * (times.riseMs / 3 + times.holdMs + times.decayMs * halving(2));

  test('rise, hold and halve, and end when little is left', () => {
    const bound = bind(crowd([{ afterMs: HOUR_MS }]));
    const at = (minutes: number) => bound(monday + minutes * MINUTE_MS).value;
    expect([0, 59, 60, 65, 72, 131].map(at)).toEqual([0, 0, 4 / 24, (4 * 11) / 24, 4, 4]);
    // The middle of a step of five minutes.
    expect(at(132 + 30)).toBeCloseTo(2 * 2 ** (-2.5 / 30), 12);
    expect(at(132 + 209)).toBeGreaterThan(0.01 * 4 * 0.78);
    expect(bound(monday + (132 + 210) * MINUTE_MS)).toEqual({ value: 0, untilMs: Number.POSITIVE_INFINITY });
  });

  test('at planned times, local or after the start, have the expected total', () => {
    const two = crowd([{ localMs: monday + 10 * HOUR_MS }, { afterMs: 11 * HOUR_MS }]);
    within(moments(two, DAY_MS).mean, (2 * area) / DAY_MS, 0.002);
    expect(bind(two, createZone('Europe/Berlin'))(monday + 9 * HOUR_MS).value).toBe(4 / 24);
  });

  test('at random times have the mean and the variance of shot noise', () => {
    const span = 4000 * 7 * DAY_MS;
    const { mean, variance } = moments(crowd({ perWeek: 5 }), span);
    within(mean, (5 * area) / (7 * DAY_MS), 0.02);
    within(variance, (5 * squared) / (7 * DAY_MS), 0.03);
  });
});

describe('correlated noise', () => {
  test('has the requested mean, variation and correlation', () => {
    const [variation, correlation] = [0.5, 0.9];
    const bound = bind({
      kind: 'noisy',
      of: { kind: 'constant', value: 1 },
      variation,
      everyMs: MINUTE_MS,
      correlation,
    });
    const values = Array.from({ length: 400_000 }, (_, i) => bound(monday + i * MINUTE_MS).value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const product = (lag: number) =>
      values.slice(lag).reduce((sum, value, i) => sum + (value - mean) * ((values[i] as number) - mean), 0) /
      (values.length - lag);
    within(mean, 1, 0.01);
    within(product(0), variation ** 2, 0.05);
    // The correlation of log-normal values whose logarithms have this correlation.
    const sigma2 = Math.log(1 + variation ** 2);
    const expected = (Math.exp(sigma2 * correlation) - 1) / (Math.exp(sigma2) - 1);
    expect(Math.abs(product(1) / product(0) - expected)).toBeLessThan(0.01);
  });
});

describe('durations with a heavy tail', () => {
  test.each([
    [1.2, 1000],
    [1.5, 500],
    [3.5, 60_000],
  ])('tail %d up to %d ms: mean and variance match the closed form', (alpha, maxMs) => {
    const sampled: Sampled = { kind: 'pareto', minMs: 5, alpha, maxMs };
    const share = 5 / maxMs;
    const moment = (power: number) =>
      (5 ** power * alpha * (1 - share ** (alpha - power))) / ((alpha - power) * (1 - share ** alpha));
    expect(meanMs(sampled)).toBeCloseTo(moment(1), 9);
    const drawn = sampler(sampled, randomStream(20261121, 'tail'));
    let [sum, squares, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < 400_000; i++) {
      const ms = drawn.take();
      sum += ms;
      squares += ms * ms;
      least = Math.min(least, ms);
      most = Math.max(most, ms);
    }
    within(sum / 400_000, moment(1), 0.03);
    within(squares / 400_000, moment(2), 0.05);
    expect(least).toBeGreaterThanOrEqual(5);
    expect(most).toBeLessThanOrEqual(maxMs);
  });
});

describe('combined profiles', () => {
  test('a product is the product of its parts at each instant', () => {
    const wave: Profile = { kind: 'daily', low: 1, high: 3, peakAtMs: 12 * HOUR_MS, weekend: 1 };
    const growth: Profile = { kind: 'growth', perMonth: 0.5 };
    const both = bind({ kind: 'product', of: [wave, growth] });
    const [a, b] = [bind(wave), bind(growth)];
    for (let at = monday; at < monday + 40 * DAY_MS; at += 7 * HOUR_MS)
      expect(both(at).value).toBe(a(at).value * b(at).value);
  });
});

describe('replaced parts of a profile', () => {
  test('have the values of another time, or zero without one', () => {
    const steps = Array.from({ length: 10 }, (_, i) => ({ atMs: i * HOUR_MS, value: i }));
    const bound = bind({
      kind: 'replaced',
      of: { kind: 'steps', steps },
      parts: [
        { fromMs: 2 * HOUR_MS, toMs: 4 * HOUR_MS, shiftMs: 4 * HOUR_MS },
        { fromMs: 5 * HOUR_MS, toMs: 5.5 * HOUR_MS, shiftMs: null },
        { fromMs: 8 * HOUR_MS, toMs: 9 * HOUR_MS, shiftMs: -7 * HOUR_MS },
      ],
    });
    const halves = Array.from({ length: 20 }, (_, i) => bound(monday + (i * HOUR_MS) / 2).value);
    expect(halves).toEqual([0, 0, 1, 1, 6, 6, 7, 7, 4, 4, 0, 5, 6, 6, 7, 7, 1, 1, 9, 9]);
  });
});

describe('a fitted profile', () => {
  const always = (value: number) => new Array<number>(168).fill(value);
  const same = new Array<number>(FITTED_SHARES.length).fill(1);
  const poller: FittedProfile = {
    kind: 'fitted',
    stepMs: MINUTE_MS,
    busy: always(0.5),
    pauses: always(60),
    resumes: always(60 / 9),
    workLengths: same,
    pauseLengths: same,
    levels: same,
    correlation: 0,
  };

  test('with equal lengths is a poller: a minute of work every ten minutes', () => {
    const bound = bind(poller);
    const values = Array.from({ length: 60 }, (_, i) => bound(monday + i * MINUTE_MS).value);
    expect(values.filter((value) => value === 0.5)).toHaveLength(6);
    const first = values.indexOf(0.5);
    expect(values.every((value, i) => value === ((i - first) % 10 === 0 ? 0.5 : 0))).toBe(true);
  });

  test('with hourly rates has long pauses where nothing starts', () => {
    const resumes = Array.from({ length: 168 }, (_, i) => (i % 24 < 8 ? 0 : 6));
    const bound = bind({ ...poller, pauses: always(6), resumes });
    for (let minute = 0; minute < 14 * 1440; minute++) {
      const { value } = bound(monday + minute * MINUTE_MS);
      // Work that started before midnight ends within ten minutes.
      if (minute % 1440 > 10 && minute % 1440 < 8 * 60 && value !== 0) throw new Error(`work at ${minute}`);
    }
  });

  test('works for the share of time that its rates give, with its mean level', () => {
    // The quantiles of an exponential distribution, up to 99.9% for the last.
    const lengths = FITTED_SHARES.map((share) => -Math.log(1 - Math.min(share, 0.999)));
    const levels = FITTED_SHARES.map((share) => 2 * share);
    const profile = {
      ...poller,
      stepMs: 3 * MINUTE_MS,
      pauses: always(2),
      resumes: always(1),
      workLengths: lengths,
      levels,
    };
    const { mean, variance } = moments({ ...profile, pauseLengths: lengths }, 1500 * DAY_MS);
    within(mean, 0.5 / 3, 0.02);
    // Levels are spread evenly from 0 to 2, so that the mean square of one is 4/3.
    within(variance, (0.25 * 4) / 9 - 1 / 36, 0.03);
  });

  test('cuts a pause that nothing ends into weeks', () => {
    const bound = bind({ ...poller, resumes: always(0) });
    bound(monday);
    expect(bound(monday + HOUR_MS).value).toBe(0);
    expect(bound(monday + 40 * DAY_MS).untilMs).toBeGreaterThan(monday + 40 * DAY_MS);
  });

  test('is the same for the same seed, and differs for another seed', () => {
    const noisy = { ...poller, pauseLengths: FITTED_SHARES.map((share) => share + 0.1) };
    const hash = (seed: number) => moments(noisy, 7 * DAY_MS, seed).mean;
    expect(hash(1)).toBe(hash(1));
    expect(hash(1)).not.toBe(hash(2));
  });
});
