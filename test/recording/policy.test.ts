import { describe, expect, test } from 'vitest';
import { type Known, longestDelayMs, nextStep, type RecordStep } from '../../src/recording/policy.ts';
import type { RecordSettings } from '../../src/recording/settings.ts';

const GENTLE: RecordSettings = {
  everyMs: 10_000,
  forMs: null,
  manner: 'gentle',
  suspendAfterMs: 300_000,
  latelyMs: 120_000,
  lookAgainMs: null,
};
const FRESH: Known = { startMs: 0, askedMs: null, othersMs: null, api: null, failed: null };
const awake = { lookedMs: 200_000, isAwake: true, othersCame: false };

const step = (known: Partial<Known>, nowMs: number, settings: Partial<RecordSettings> = {}): RecordStep =>
  nextStep({ ...GENTLE, ...settings }, { ...FRESH, ...known }, nowMs);

describe('a gentle recorder', () => {
  test.each<[string, Partial<Known>, number, RecordStep]>([
    ['asks at once', {}, 0, { kind: 'ask', atMs: 0 }],
    [
      'asks at the next step while others were active lately',
      { askedMs: 100_050, othersMs: 60_000 },
      100_050,
      { kind: 'ask', atMs: 110_000 },
    ],
    [
      'skips the steps that a slow answer has taken',
      { askedMs: 127_000, othersMs: 126_000 },
      127_000,
      { kind: 'ask', atMs: 140_000 },
    ],
    [
      'ends when others have become inactive',
      { askedMs: 200_050, othersMs: 60_000 },
      200_050,
      { kind: 'end' },
    ],
    [
      'tries again after a failure, later each time, for as long as others keep the compute awake',
      { askedMs: 200_000, othersMs: 60_000, failed: { atMs: 210_000, times: 4 } },
      210_000,
      { kind: 'ask', atMs: 218_000 },
    ],
    [
      'ends after that, because a connect could wake the compute',
      { askedMs: 200_000, othersMs: 60_000, failed: { atMs: 370_000, times: 9 } },
      370_000,
      { kind: 'end' },
    ],
  ])('%s', (_, known, nowMs, expected) => {
    expect(step(known, nowMs)).toEqual(expected);
  });

  test('asks again after the time that was asked for', () => {
    expect(step({ askedMs: 200_000, othersMs: 60_000 }, 200_000, { lookAgainMs: 3_600_000 })).toEqual({
      kind: 'ask',
      atMs: 3_800_000,
    });
  });
});

describe('a gentle recorder with the API', () => {
  const known: Partial<Known> = { askedMs: 200_050, othersMs: 60_000, api: awake };
  test.each<[string, Partial<Known>, number, RecordStep]>([
    ['looks before its first question', { api: { ...awake, lookedMs: null } }, 0, { kind: 'look', atMs: 0 }],
    [
      'looks a step after its last question, because the API may hear of it a little later',
      { ...known, api: { ...awake, lookedMs: null } },
      200_050,
      { kind: 'look', atMs: 210_000 },
    ],
    ['looks at each step', known, 200_060, { kind: 'look', atMs: 210_000 }],
    [
      'asks when others have come',
      { ...known, api: { ...awake, othersCame: true } },
      230_000,
      { kind: 'ask', atMs: 230_000 },
    ],
    [
      'looks after a failure whether the compute is awake',
      { ...known, failed: { atMs: 200_100, times: 1 }, api: { ...awake, lookedMs: null } },
      200_100,
      { kind: 'look', atMs: 200_100 },
    ],
    [
      'tries again if it is awake',
      { ...known, failed: { atMs: 200_100, times: 1 } },
      200_200,
      { kind: 'ask', atMs: 201_100 },
    ],
    [
      'goes on looking if it sleeps',
      { ...known, failed: { atMs: 200_100, times: 1 }, api: { ...awake, isAwake: false } },
      200_200,
      { kind: 'look', atMs: 210_000 },
    ],
  ])('%s', (_, given, nowMs, expected) => {
    expect(step(given, nowMs)).toEqual(expected);
  });
});

test('a recorder that always asks goes on at each step, and tries again without end', () => {
  const always = { manner: 'always' } as const;
  expect(step({ askedMs: 10_050 }, 10_050, always)).toEqual({ kind: 'ask', atMs: 20_000 });
  expect(step({ askedMs: 0, failed: { atMs: 900_000, times: 40 } }, 900_000, always)).toEqual({
    kind: 'ask',
    atMs: 960_000,
  });
});

test('the last question comes no later after the last activity than longestDelayMs', () => {
  for (let othersMs = 0; othersMs <= 10_000; othersMs += 500) {
    let askedMs = 10_000;
    for (;;) {
      const next = step({ askedMs, othersMs }, askedMs);
      if (next.kind !== 'ask') break;
      askedMs = next.atMs;
    }
    expect(askedMs - othersMs).toBeLessThanOrEqual(longestDelayMs(GENTLE));
    expect(askedMs - othersMs).toBeGreaterThan(GENTLE.latelyMs);
  }
});
