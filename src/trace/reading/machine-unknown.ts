import type { Suggestion } from '../../problem/index.ts';

/** The remedy for a percentage of an unknown number of processors. */
export const VCPUS_REMEDY = 'say how many with ‹vcpus›, or which machine with ‹instance›';

/** A value to replace with the real one. */
export const VCPUS_SUGGESTIONS: readonly Suggestion[] = [
  { options: [['vcpus', '2']], when: 'if it has 2 vCPU' },
];

/** The remedy for free memory on a machine of unknown size. */
export const INSTANCE_REMEDY = 'say which machine it is with ‹instance›';

export const INSTANCE_SUGGESTIONS: readonly Suggestion[] = [
  { options: [['instance', 'db.r6g.large']], when: 'if it is a db.r6g.large' },
];

/**
 * Suggests to map a column or series as CPU in this unit.
 * @param others the other entries of --map to repeat, because with --map only mapped columns are read
 */
export function cpuSuggestion(
  source: string,
  unit: string,
  vcpus: number | null,
  others: readonly string[] = [],
): Suggestion {
  const options = [`cpu=${source}:${unit}`, ...others].map((entry) => ['map', entry] as const);
  const isShare = unit === 'percent' || unit === 'fraction';
  if (!isShare || vcpus !== null) return { options, when: `if it is CPU in ${unit}` };
  return { options: [...options, ['vcpus', '2']], when: `if it is CPU, a ${unit} of 2 vCPU` };
}
