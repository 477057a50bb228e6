import type { Problem } from '../../problem/index.ts';
import type { Demand } from '../../workload/index.ts';
import { highestValue } from './demand-bounds.ts';

/** No machine has this much. A larger value would also erase smaller ones from a floating-point sum. */
const MOST = {
  vcpu: { most: 1e12, unit: 'vCPU' },
  memoryBytes: { most: 2 ** 70, unit: 'bytes of memory' },
} as const;

const FIELDS = { vcpu: 'vcpu', memoryBytes: 'memory' } as const;

/** Returns a problem for each load above the bounds. Factors multiply, and noise of noise grows fastest. */
export function loadProblems(
  demand: readonly Demand[],
  horizonMs: number,
  placeOf: (path: readonly PropertyKey[]) => Problem['place'],
): Problem[] {
  return demand.flatMap((one, i) => {
    if (one.kind !== 'load') return [];
    return (['vcpu', 'memoryBytes'] as const).flatMap((field) => {
      const comesTo = highestValue(one[field], horizonMs);
      const { most, unit } = MOST[field];
      if (comesTo <= most) return [];
      return [
        {
          place: placeOf([i, FIELDS[field]]),
          found: `this is about ${comesTo.toExponential(1)} ${unit}, which no machine has`,
          remedy: 'lower its factors; noise inside a shape with noise multiplies',
        },
      ];
    });
  });
}
