import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/facts/index.ts';
import { type Run, resultOf } from '../../src/simulator/index.ts';
import { timeSeriesStepMs } from '../../src/simulator/recorder/time-series.ts';
import { runs } from '../runs.ts';
import { anySimulation, run } from './worlds.ts';

describe('the time series of a run', () => {
  test('adds up to the totals, and keeps every spike', () => {
    fc.assert(
      fc.property(anySimulation, (given) => {
        const made = run(given);
        resultOf(made).computes.forEach(
          ({ timeSeries, cpu, connections, temporaryDisk, events, timeline }, i) => {
            const steps = Math.ceil(given.horizonMs / timeSeries.stepMs);
            for (const column of Object.values(timeSeries).filter(Array.isArray))
              expect(column).toHaveLength(steps);
            expect(sum(timeSeries.throttledMs) / 1000).toBeCloseTo(cpu.throttledSeconds, 6);
            expect(
              sum(timeSeries.usedVcpu.map((vcpu, at) => vcpu * lengthMs(at, timeSeries.stepMs, made))),
            ).toBeCloseTo(
              made.computes[i]?.cpu.usedCpuMsAt(given.horizonMs) ?? Number.NaN,
              -Math.log10(given.horizonMs * 1e-4),
            );
            expect(sum(timeSeries.refused)).toBe(events['connection.refused']);
            expect(Math.max(...timeSeries.mostConnections)).toBe(connections.peak);
            expect(Math.max(...timeSeries.mostDiskBytes)).toBe(temporaryDisk.highestBytes);
            expect(Math.max(...timeSeries.mostLoad1)).toBe(cpu.highestLoad1);
            expect(Math.max(...timeSeries.mostQueuedCpuMs) / 1000).toBe(cpu.mostQueuedCpuSeconds);
            const sizes = timeline.entries.filter(({ state }) => state === 'active').map(({ cu }) => cu);
            expect(Math.max(...timeSeries.mostCu)).toBe(Math.max(0, ...sizes));
            timeSeries.mostCu.forEach((most, at) => {
              expect(timeSeries.leastCu[at]).toBeLessThanOrEqual(most);
            });
          },
        );
      }),
      runs(30, 100),
    );
  });

  test.each([
    { horizonMs: 10 * MINUTE_MS, computes: 1, stepMs: SECOND_MS },
    { horizonMs: HOUR_MS, computes: 1, stepMs: 5 * SECOND_MS },
    { horizonMs: DAY_MS, computes: 1, stepMs: 2 * MINUTE_MS },
    { horizonMs: 28 * DAY_MS, computes: 1, stepMs: HOUR_MS },
    { horizonMs: 28 * DAY_MS, computes: 40, stepMs: 2 * HOUR_MS },
    { horizonMs: 366 * DAY_MS, computes: 1, stepMs: 12 * HOUR_MS },
    { horizonMs: 366 * DAY_MS, computes: 500, stepMs: 10 * DAY_MS },
  ])(
    'has steps of $stepMs ms for $computes computes over $horizonMs ms',
    ({ horizonMs, computes, stepMs }) => {
      expect(timeSeriesStepMs(horizonMs, computes)).toBe(stepMs);
    },
  );
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function lengthMs(at: number, stepMs: number, { nowMs }: Run): number {
  return Math.min(stepMs, nowMs - at * stepMs);
}
