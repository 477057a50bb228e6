import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AutoscalerConfig, ObservedMetrics } from '../../../src/compute/index.ts';
import { GIB } from '../../../src/facts/index.ts';
import { ORACLE } from './oracle.ts';
import { anyMetrics, completeMetrics, goalOf, metrics } from './samples.ts';

test('there are 200 cases of the oracle', () => {
  expect(ORACLE).toHaveLength(200);
});

test.each(ORACLE.map((given, i) => [i, given] as const))('case %i of the oracle', (_, given) => {
  const { cpuStableZoneRatio, cpuMixedZoneRatio, lfcUseLargestWindow } = given;
  const config = { cpuStableZoneRatio, cpuMixedZoneRatio, lfcUseLargestWindow };
  const goal = goalOf({ ...given, workingSetPages: given.workingSetPages ?? null }, config);
  expect(Math.abs((goal.cpu ?? Number.NaN) - given.cpu)).toBeLessThanOrEqual(1e-9);
  expect(Math.abs((goal.memory ?? Number.NaN) - given.memory)).toBeLessThanOrEqual(1e-9);
  if (given.lfc === null) expect(goal.lfc).toBeNull();
  else expect(Math.abs((goal.lfc ?? Number.NaN) - given.lfc)).toBeLessThanOrEqual(1e-9);
  expect(goal.goalQuarterCu).toBe(given.goalQuarterCu);
});

const provider = JSON.parse(
  readFileSync(new URL('provider-cases.json', import.meta.url), 'utf8'),
) as readonly ({ readonly name: string; readonly goalQuarterCu: number | null } & Partial<
  ObservedMetrics & AutoscalerConfig
>)[];

test.each(provider)('provider test: $name', ({ name, goalQuarterCu, load1, load5, ...zones }) => {
  const seen = load1 === undefined ? {} : { load1, load5: load5 ?? null, memoryUsageBytes: 0 };
  const targets = { loadAverageFractionTarget: 1, memoryUsageFractionTarget: 0.5 };
  expect(goalOf(metrics(seen), { ...zones, ...targets })).toMatchObject({ goalQuarterCu, incomplete: true });
});

describe('missing metrics', () => {
  const complete = metrics({
    load1: 1,
    load5: 1,
    memoryUsageBytes: GIB,
    memoryCachedBytes: GIB,
    workingSetPages: [],
  });

  test('a sample with a too short working set is complete', () => {
    expect(goalOf(complete)).toMatchObject({ lfc: 0, incomplete: false });
  });

  test.each([
    ['load1', 'cpu'],
    ['load5', 'cpu'],
    ['memoryUsageBytes', 'memory'],
    ['workingSetPages', 'lfc'],
  ] as const)('without %s there is no %s, and the goal comes from the rest', (metric, part) => {
    const goal = goalOf({ ...complete, [metric]: null });
    expect(goal).toMatchObject({ [part]: null, incomplete: true });
    expect(goal.goalQuarterCu).not.toBeNull();
  });

  test('with a working set, memory needs the cached bytes', () => {
    const workingSetPages = Array.from({ length: 60 }, (_, i) => 1000 + i);
    expect(goalOf({ ...complete, workingSetPages, memoryCachedBytes: null })).toMatchObject({
      memory: null,
      incomplete: true,
    });
  });

  test('without any metrics there is no goal', () => {
    expect(goalOf(metrics({}))).toEqual({
      cpu: null,
      memory: null,
      lfc: null,
      goalQuarterCu: null,
      askedBy: null,
      incomplete: true,
    });
  });

  test('without LFC scaling the working set is neither used nor missing', () => {
    const goal = goalOf({ ...complete, workingSetPages: null }, { lfcMetrics: false });
    expect(goal).toMatchObject({ lfc: null, incomplete: false });
  });
});

describe('the goal', () => {
  test('comes from the part that needs most, and from CPU, then memory if parts are equal', () => {
    expect(goalOf(metrics({ load1: 0, load5: 0, memoryUsageBytes: 0, workingSetPages: [] })).askedBy).toBe(
      'cpu',
    );
    expect(goalOf(metrics({ memoryUsageBytes: 0, workingSetPages: [] })).askedBy).toBe('memory');
    expect(goalOf(metrics({ load1: 1, load5: 1, memoryUsageBytes: 8 * GIB })).askedBy).toBe('memory');
  });

  test('rounds CPU to the nearest quarter, and memory up', () => {
    // 0.5 / 0.9 / 0.25 = 2.22 quarters; 1.6 GiB / 0.75 = 2.13 quarters.
    expect(goalOf(metrics({ load1: 0.5, load5: 0.5 })).goalQuarterCu).toBe(2);
    expect(goalOf(metrics({ memoryUsageBytes: 1.6 * GIB })).goalQuarterCu).toBe(3);
  });

  test.each(['load1', 'load5', 'memoryUsageBytes', 'memoryCachedBytes'] as const)(
    'never falls as %s grows',
    (metric) => {
      const growth = fc.double({ min: 1, max: 1000, noNaN: true });
      fc.assert(
        fc.property(completeMetrics, growth, (given, factor) => {
          const more = goalOf({ ...given, [metric]: (given[metric] as number) * factor });
          expect(more.goalQuarterCu).toBeGreaterThanOrEqual(goalOf(given).goalQuarterCu as number);
        }),
      );
    },
  );

  test.each([true, false])(
    'never falls as the whole working set grows (largest window: %s)',
    (lfcUseLargestWindow) => {
      fc.assert(
        fc.property(completeMetrics, fc.integer({ min: 1, max: 50 }), (given, factor) => {
          const workingSetPages = (given.workingSetPages as number[]).map((pages) => pages * factor);
          const more = goalOf({ ...given, workingSetPages }, { lfcUseLargestWindow });
          const before = goalOf(given, { lfcUseLargestWindow });
          expect(more.goalQuarterCu).toBeGreaterThanOrEqual(before.goalQuarterCu as number);
        }),
      );
    },
  );

  test('never falls as load1 grows, whatever the zones', () => {
    const zone = fc.double({ min: 0, max: 2, noNaN: true });
    const growth = fc.double({ min: 0, max: 32, noNaN: true });
    fc.assert(
      fc.property(
        completeMetrics,
        growth,
        zone,
        zone,
        (given, more, cpuStableZoneRatio, cpuMixedZoneRatio) => {
          const zones = { cpuStableZoneRatio, cpuMixedZoneRatio };
          const raised = { ...given, load1: (given.load1 as number) + more };
          expect(goalOf(raised, zones).goalQuarterCu).toBeGreaterThanOrEqual(
            goalOf(given, zones).goalQuarterCu as number,
          );
        },
      ),
    );
  });

  test('can fall as load5 grows with zones, because load that looks stable is averaged', () => {
    const zones = { cpuStableZoneRatio: 0.5, cpuMixedZoneRatio: 0.5 };
    expect(goalOf(metrics({ load1: 10, load5: 5 }), zones).goalQuarterCu).toBe(44);
    expect(goalOf(metrics({ load1: 10, load5: 6 }), zones).goalQuarterCu).toBe(33);
  });

  test('can fall as one entry of the working set grows, because a jump is taken for a scan', () => {
    const climbs = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150].map(
      (thousand) => thousand * 10_000,
    );
    const scanned = climbs.map((pages, i) => (i < 8 ? pages : pages + 4_000_000));
    const asked = (workingSetPages: number[]) =>
      goalOf(metrics({ load1: 0, load5: 0, workingSetPages })).lfc as number;
    expect(scanned.every((pages, i) => pages >= (climbs[i] as number))).toBe(true);
    expect(asked(scanned)).toBeLessThan(asked(climbs));
  });

  test('is in whole quarters, and not below the part that asks for most', () => {
    fc.assert(
      fc.property(anyMetrics, (given) => {
        const { cpu, memory, lfc, goalQuarterCu } = goalOf(given);
        if (goalQuarterCu === null) {
          expect([cpu, memory, lfc]).toEqual([null, null, null]);
          return;
        }
        expect(Number.isInteger(goalQuarterCu)).toBe(true);
        expect(goalQuarterCu).toBeGreaterThanOrEqual(Math.max(Math.round(cpu ?? 0), memory ?? 0, lfc ?? 0));
      }),
    );
  });
});
