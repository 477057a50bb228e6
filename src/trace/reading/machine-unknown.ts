import type { Suggestion } from '../../problem/index.ts';

/** What is said where a percentage is one of processors whose number nobody said. */
export const SAY_VCPUS = 'say how many with --vcpus, or which machine with --instance';

/** A number that works, for somebody who knows the right one. */
export const VCPUS_SUGGESTED: readonly Suggestion[] = [
  { options: [['vcpus', '2']], when: 'if it has 2 vCPU' },
];

/** The same where free memory is known, and its whole is not. */
export const SAY_INSTANCE = 'say which machine it is with --instance';

export const INSTANCE_SUGGESTED: readonly Suggestion[] = [
  { options: [['instance', 'db.r6g.large']], when: 'if it is a db.r6g.large' },
];

/**
 * That a column or series is CPU, in this unit.
 *
 * @param others what else is read, for with --map nothing is but what is mapped
 */
export function cpuSuggested(
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
