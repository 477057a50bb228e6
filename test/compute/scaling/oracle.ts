import { readFileSync } from 'node:fs';

/**
 * A case of the provider's goal function: metrics, the settings that differ from its defaults, and its
 * answer.
 */
export interface OracleCase {
  readonly load1: number;
  readonly load5: number;
  readonly memoryUsageBytes: number;
  readonly memoryCachedBytes: number;
  readonly workingSetPages?: readonly number[];
  readonly cpuStableZoneRatio: number;
  readonly cpuMixedZoneRatio: number;
  readonly lfcUseLargestWindow: boolean;
  readonly cpu: number;
  readonly memory: number;
  readonly lfc: number | null;
  readonly goalQuarterCu: number;
}

export const ORACLE = JSON.parse(
  readFileSync(new URL('goal-oracle.json', import.meta.url), 'utf8'),
) as readonly OracleCase[];
