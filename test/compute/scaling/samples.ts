import fc from 'fast-check';
import {
  type AutoscalerConfig,
  computeGoal,
  DEFAULT_AUTOSCALER,
  type Goal,
  metricsOf,
  type ObservedMetrics,
} from '../../../src/compute/index.ts';
import { GIB } from '../../../src/facts/index.ts';

export const anyLoad = fc.double({ min: 0, max: 64, noNaN: true });
export const anyBytes = fc.double({ min: 0, max: 256 * GIB, noNaN: true });

/** Counts over growing windows, as the service reports them. They never fall. */
export const anyWorkingSet = fc
  .array(fc.nat({ max: 2_000_000 }), { minLength: 0, maxLength: 60, size: 'max' })
  .map((growth) => growth.map((_, i) => growth.slice(0, i + 1).reduce((sum, n) => sum + n, 0)));

export const completeMetrics: fc.Arbitrary<ObservedMetrics> = fc.record({
  load1: anyLoad,
  load5: anyLoad,
  memoryUsageBytes: anyBytes,
  memoryCachedBytes: anyBytes,
  workingSetPages: anyWorkingSet,
});

export const anyMetrics: fc.Arbitrary<ObservedMetrics> = fc
  .tuple(
    completeMetrics,
    fc.subarray(['load1', 'load5', 'memoryUsageBytes', 'memoryCachedBytes', 'workingSetPages'] as const),
  )
  .map(([metrics, missing]) => ({ ...metrics, ...Object.fromEntries(missing.map((name) => [name, null])) }));

export function metrics(given: Partial<ObservedMetrics>): ObservedMetrics {
  const none = {
    load1: null,
    load5: null,
    memoryUsageBytes: null,
    memoryCachedBytes: null,
    workingSetPages: null,
  };
  return { ...none, ...given };
}

export function goalOf(given: ObservedMetrics, changed: Partial<AutoscalerConfig> = {}): Goal {
  const config = { ...DEFAULT_AUTOSCALER, ...changed };
  return computeGoal(metricsOf(given, config), config);
}
