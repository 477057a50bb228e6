import { describe, expect, test } from 'vitest';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { FITTED_SHARES, type LoadDemand, type Profile } from '../../src/workload/index.ts';
import { problemsOf } from './problems-of.ts';

const scenario = (vcpu: string) =>
  readScenario(readDocument(`why: x\nhorizon: 1d\ndemand:\n  - kind: load\n    vcpu: ${vcpu}\n`, 's.yaml'));

function profileOf(vcpu: string): Profile {
  const [compute] = scenario(vcpu).simulation.computes;
  const [load] = compute?.demand ?? [];
  return (load as LoadDemand).vcpu;
}

const problemsIn = (vcpu: string) => problemsOf(() => scenario(vcpu));

const day = Array.from({ length: 24 }, (_, hour) => hour);
const list = (hours: readonly number[]) => `[${hours.join(', ')}]`;
const one: Profile = { kind: 'constant', value: 1 };

describe('a written shape becomes a profile', () => {
  test.each<[string, Profile]>([
    [
      `{ weekly: { mon-fri: ${list(day)}, sat-sun: ${list(day.map((hour) => hour * 2))} } }`,
      {
        kind: 'weekly',
        hours: [0, 1, 1, 1, 1, 1, 0].flatMap((works) => day.map((hour) => (works ? hour : hour * 2))),
      },
    ],
    [`{ weekly: { daily: ${list(day)} } }`, { kind: 'weekly', hours: Array(7).fill(day).flat() }],
    [
      '{ peak: 3, at: 2026-03-02T10:00, rise: 5m, hold: 1h, decay: 10m }',
      {
        kind: 'crowd',
        peak: 3,
        at: [{ localMs: Date.UTC(2026, 2, 2, 10) }],
        riseMs: 300_000,
        holdMs: 3_600_000,
        decayMs: 600_000,
      },
    ],
    [
      '{ peak: 3, at: { perWeek: 2 }, decay: 10m }',
      { kind: 'crowd', peak: 3, at: { perWeek: 2 }, riseMs: 0, holdMs: 0, decayMs: 600_000 },
    ],
    [
      '{ of: 1, times: { steps: [{ at: 1h, value: 2 }] }, growth: -5 }',
      {
        kind: 'product',
        of: [
          one,
          { kind: 'steps', steps: [{ atMs: 3_600_000, value: 2 }] },
          { kind: 'growth', perMonth: -0.05 },
        ],
      },
    ],
    ['{ of: 1 }', one],
    [
      '{ sum: [1, 1], noise: 0.2, noiseEvery: 5m, noiseCorrelation: 0.7 }',
      {
        kind: 'noisy',
        of: { kind: 'sum', of: [one, one] },
        variation: 0.2,
        everyMs: 300_000,
        correlation: 0.7,
      },
    ],
  ])('%s', (text, profile) => {
    expect(profileOf(text)).toEqual(profile);
  });
});

describe('a wrong shape is one clear problem', () => {
  const hours = '24 values for each day, such as { mon-fri: [0.1, 0.1, …], sat-sun: […] } or { daily: […] }';
  test.each([
    ['{ weekly: { mon-fri: [1, 2] } }', `.weekly.mon-fri: found a list of 2; write ${hours}`],
    [
      `{ weekly: { mon-fri: ${list(day)} } }`,
      `.weekly: found a group of fields; write ${hours}, each day once`,
    ],
    [
      `{ weekly: { daily: ${list(day)}, mon: ${list(day)} } }`,
      `.weekly: found a group of fields; write ${hours}, each day once`,
    ],
    ['{ peak: 3, at: 1h }', '.hold: found nothing; write a rise, hold or decay of a millisecond or more'],
    [
      '{ peak: 3, at: noon, hold: 1h }',
      '.at: found "noon"; write when it begins: a local date or a time after the start, a list of them, or { perWeek: 2 } for random times',
    ],
    ['{ of: 1, groth: 3 }', '.groth: this field is not known; did you mean growth?'],
    ['{ of: 1, growth: 3% }', '.growth: found "3%"; write percent a month from -99 to 1000'],
    ['{ sum: [1, { peak: x, at: 1h, hold: 1h }] }', '.sum[1].peak: found "x"; write vCPU from 0 to 1000'],
    ['{ low: 1, high: 2 }', '.peakAt: found nothing; write a clock time such as 09:00'],
  ])('%s', (text, message) => {
    expect(problemsIn(text)).toEqual([`s.yaml:5, demand[0].vcpu${message}`]);
  });

  test('falling quantiles', () => {
    const same = list(FITTED_SHARES.map(() => 1));
    const falling = list(FITTED_SHARES.map((share) => 1 - share));
    const text = `{ fitted: { step: 1m, busy: { daily: ${list(day)} }, pauses: { daily: ${list(day)} }, resumes: { daily: ${list(day)} }, workLengths: ${same}, pauseLengths: ${same}, levels: ${falling}, correlation: 0 } }`;
    expect(problemsIn(text.replace(falling, same))).toEqual([]);
    expect(problemsIn(text)).toEqual([
      expect.stringMatching(
        /^s\.yaml:5, demand\[0\]\.vcpu\.fitted\.levels: found a list of 15; write 15 quantiles/,
      ),
    ]);
  });
});
